/** A portal that holds its laws back until a test says so: for what is to be seen while a harvest runs. */
import type { PortalFixture } from '../../src/webs/portals/index.js';
import { type LawPortal, lawPortal } from './law-portal.js';

export interface GatedPortal {
  readonly fixture: PortalFixture;
  /** Requests for laws that wait. */
  waiting(): number;
  /** Answers them, and all that come later. */
  open(): void;
}

export function gatedPortal(portal: LawPortal): GatedPortal {
  const fixture = lawPortal(portal);
  let open = (): void => {};
  let waiting = 0;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const held: PortalFixture['open'] = (day) => {
    const answer = fixture.open(day);
    return async (request) => {
      if (request.url.pathname.startsWith('/law/')) {
        waiting++;
        await gate;
        waiting--;
      }
      return answer(request);
    };
  };
  return { fixture: { ...fixture, open: held }, waiting: () => waiting, open };
}
