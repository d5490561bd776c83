#!/usr/bin/python3
"""The smallest browser around WebKitGTK that its WebDriver can drive: one window of an exact size,
a profile that stays on disk (Debian's MiniBrowser forgets everything under automation), and the
console of pages on standard output. Usage: webkitShell.py --profile=FOLDER --size=WIDTHxHEIGHT"""

import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

options = dict(arg[2:].split("=", 1) for arg in sys.argv[1:] if arg.startswith("--") and "=" in arg)
width, height = map(int, options["size"].split("x"))
profile = options["profile"]

data = WebKit2.WebsiteDataManager(
    base_data_directory=profile + "/data", base_cache_directory=profile + "/cache"
)
# The test's server made its certificate itself.
data.set_tls_errors_policy(WebKit2.TLSErrorsPolicy.IGNORE)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.get_cookie_manager().set_persistent_storage(
    profile + "/cookies.sqlite", WebKit2.CookiePersistentStorage.SQLITE
)
settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
# There is no graphics card behind a virtual screen.
settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)


def create_view(*_):
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.set_decorated(False)
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window.add(view)
    window.show_all()
    view.grab_focus()
    view.connect("close", lambda *_: Gtk.main_quit())
    return view


def handle_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkitShell")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", handle_started)
for number in (signal.SIGTERM, signal.SIGINT):
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, Gtk.main_quit)
Gtk.main()
