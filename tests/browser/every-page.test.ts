import { languages } from '../../contract/errors';
import { fillWorld, type World } from '../../mock/world';
import { atRest, barriers, DESK, PHONE } from '../support/chromium';
import { everyPage } from '../support/pages';
import { stage } from '../support/stage';

const { story, server } = stage();
let world: World;

beforeAll(async () => {
  world = await fillWorld(server().call);
}, 60_000);

for (const language of languages) {
  story(
    `everybody can use every page, in ${language}, at a desk and on a phone`,
    async ({ open, expectProblem }) => {
      // What is refused is refused with a status.
      expectProblem(/Failed to load resource/);
      const found: Record<string, string[]> = {};
      for (const { name, path, as } of everyPage(world)) {
        for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
          const page = await open(path, { as, language, viewport });
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          await atRest(page);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          const faults = [...(await barriers(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
          if (faults.length > 0) found[`${name}, ${size}`] = faults;
          await page.context().close();
        }
      }

      expect(found).toEqual({});
    },
    240_000,
  );
}
