(function () {
  "use strict";
  function get(id) { return document.getElementById(id); }
  function on(id, handler) { var node = get(id); if (node) node.addEventListener("click", handler); }

  // The offer goes away with either of its buttons

  function close() { get("offer").parentNode.removeChild(get("offer")); }
  on("offer-close", close);
  on("offer-no", close);

  // The picture follows the colour

  var colour = get("colour");
  if (colour) {
    colour.addEventListener("change", function () {
      var picture = document.querySelector("#product-picture img");
      picture.src = picture.getAttribute("src").replace(/-[a-z]+-(\d+\.svg)$/, "-" + colour.value + "-$1");
    });
  }

  // The notice of the last action, for eight seconds

  setTimeout(function () { get("notice").textContent = ""; }, 8000);
})();
