"""Sources of the projects that these tests run pytest on."""

WITHOUT = ("randomly", "anyio", "hypothesispytest", "html", "metadata", "allure_pytest")
"""Plugins that the projects of tests have no use for; ``-p html`` after them brings one back."""

PLAIN = tuple(part for name in WITHOUT for part in ("-p", f"no:{name}"))
"""Arguments that leave out the plugins of which these projects make no use: their tests keep their order, and a process
starts a sixth sooner."""

NO_PICTURES = ("-o", "ami_evidence=failures")
"""Arguments of projects in which nobody looks at the pictures of a green flow."""

WEBMAIL = """
    import os
    import pytest

    @pytest.fixture(scope="session")
    def base_url(mail_server):
        return mail_server.url

    @pytest.fixture
    def browser_context_args(browser_context_args, mail_site):
        mail_site.redesign(os.environ.get("DESIGN", "2019"))
        return {**browser_context_args, "storage_state": {"cookies": mail_site.cookies(), "origins": []}}

    def pytest_unconfigure(config):
        import sys
        if "MODULES" in os.environ and not hasattr(config, "workerinput"):
            with open(os.environ["MODULES"], "w") as file:
                file.write("\\n".join(sys.modules))
"""
"""A conftest: where the application runs, and signed in. It is on the design that DESIGN says."""

FLOW = """
    @pytest.mark.learned("send email")
    def test_send(ami, page, mail_site):
        page.goto("/")
        ami.run(to="ann@example.com", subject="Hello", body="First mail")
        assert [mail.subject for mail in mail_site.sent()] == ["Hello"]
"""
"""A test of one learned flow; the site's memory is the judge."""

NODE = "test_flow.py::test_send[chromium]"

CLICKS = """
    def clicks(name):
        return lambda page: page.get_by_role("button", name=name).first.click()

    def learned(task, name="Compose", **more):
        return pytest.mark.learned(task, teacher=clicks(name), **more)
"""
"""Teachers that press one button: a flow that is quickly learned."""

FAKED_CLICKS = """
    def clicks(name):
        return lambda page: page.click(name)

    def learned(task, name="Compose", **more):
        return pytest.mark.learned(task, teacher=clicks(name), **more)
"""
"""The same teachers on the pages of `faked`."""

GREEN = """
    @learned("green")
    def test_green(ami, page):
        page.goto("/")
        ami.run()
"""

FAKED_FLOW = """
    from tests.support.faked import teach

    @pytest.mark.learned("send email", teacher=teach)
    def test_send(ami, page):
        page.goto("/")
        ami.run(to="ann@example.com", subject="Hello")
        assert "status|Message sent" in page.fake.notices
"""
"""A test of one learned flow on the pages of `faked`."""

FAKED_NODE = "test_flow.py::test_send"

DESK = """
    import http.server
    import os
    import threading
    import pytest

    PAGE = '''<!doctype html><title>Desk</title><main><h1>Desk</h1>%s<p role="status"></p></main><script>
    document.querySelector("#%s").onclick = () => {
      if (!document.cookie.includes("user=ann")) return;
      document.querySelector("[role=status]").textContent = "Message sent";
      fetch("/sent", {method: "POST"}); };</script>'''
    BUTTON = '<button id="%s" name="dispatch">Dispatch</button>'
    LINK = '<div><a id="%s" name="dispatch" role="link" href="#sent">Dispatch</a></div>'
    sent = []

    class Desk(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            moved = os.environ.get("MOVED") == "always" or (os.environ.get("MOVED") == "once" and not Desk.visits)
            Desk.visits += 1
            body = (PAGE % ((LINK if moved else BUTTON) % "go", "go")).encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body)
        def do_POST(self):
            sent.append(self.path)
            self.send_response(204)
            self.end_headers()
        def log_message(self, *args): ...

    @pytest.fixture(scope="session")
    def base_url():
        Desk.visits = 0
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Desk)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        server.server_close()
"""
"""A page on which one button sends a message for who is signed in; MOVED makes a link of it, always or once."""
