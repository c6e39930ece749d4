"""Sources of the projects that these tests run pytest on."""

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

GREEN = """
    @learned("green")
    def test_green(ami, page):
        page.goto("/")
        ami.run()
"""
