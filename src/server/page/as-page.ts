/** Of a route: it is a page for people, and links of other sites may lead to it. */
export const asPage = { config: { isPage: true } } as const;
