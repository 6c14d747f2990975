# A window with WebKitGTK for its WebDriver: the engine of GNOME Web, and a relative of Safari.
#
#   /usr/bin/python3 e2e/webkit.py FOLDER
#
# WebKit's own MiniBrowser, when it is driven, has a private profile, in which WebKit refuses to store Blobs.
# This one keeps its profile in FOLDER, as people's browsers do. It draws without OpenGL, as the other browsers of the
# tour do: without a graphics card, OpenGL itself takes more of the processors than the page and its workers.

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2


def open_view(context):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window(default_width=1280, default_height=900)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def start_session(context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", lambda _: open_view(context))


folder = sys.argv[1]
data = WebKit2.WebsiteDataManager(base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache")
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
context.connect("automation-started", start_session)
Gtk.main()
