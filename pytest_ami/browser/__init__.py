"""The edge towards Playwright: finding a browser, the scripts in the page, the two drivers, the recorder."""
