import { z } from 'zod';
import { defineFilter } from '../../../plugins/index.js';
import { hostEntry } from '../entries.js';
import { hostFinder, placeOf } from '../hosts.js';

/** Exact hosts only, so that nothing gets in that was not written down; a scope with `domains` takes whole domains. */
export const whiteListFilter = defineFilter({
  name: 'white-list',
  about: 'Accepts only the listed hosts.',
  options: z.strictObject({ hosts: z.array(z.string()).min(1).describe('Host names, with or without port.') }),
  prepare({ hosts }) {
    const find = hostFinder(hosts.map((host, index) => hostEntry(host, `hosts[${index}]`)));
    return ({ url }) => {
      const place = placeOf(url);
      return find(place) >= 0 ? null : `host ${place.host || '(none)'} is not on the list`;
    };
  },
});
