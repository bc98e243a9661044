/** The note on a page that only asks for a password. A crawl that found nothing but such pages reached nothing. */
export const LOGIN_NOTE = 'This page asks to log in, and shows nothing else.';
