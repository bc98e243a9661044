/** What the notes of a page say that asks for a password and shows nothing else: a crawl that found only such pages reached nothing. */
export const LOGIN_NOTE = 'This page asks to log in, and shows nothing else.';
