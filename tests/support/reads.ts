import type { Page, Route } from 'playwright-core';
import { contract } from '../../contract';
import { ErrorCode, errorText, type Failure, type Language, ShowType } from '../../contract/errors';

/** How a page's reads are answered: not at all, with a server fault, by a broken connection, or with empty lists. */
export type Fate = 'held' | 'refused' | 'cut' | 'empty';

/** Applies a fate to all GET requests of the API, except those of the page's frame (user, settings, projects). */
export async function meet(page: Page, fate: Fate, { language, isInProject }: { language: Language; isInProject: boolean }) {
  const { account, application, settings } = contract;
  const ofFrame: string[] = [account.current.path, settings.read.path, ...(isInProject ? [application.list.path] : [])];
  await page.route(/\/(v1\/platform|emqx)\//, (route) => {
    const request = route.request();
    const isSpared = request.method() !== 'GET' || ofFrame.includes(new URL(request.url()).pathname);
    return isSpared ? route.fallback() : fates[fate](route, language);
  });
}

const fates: Record<Fate, (route: Route, language: Language) => unknown> = {
  held: () => undefined,
  cut: (route) => route.abort(),
  refused: (route, language) => route.fulfill({ json: fault(language) }),
  async empty(route) {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ response, json: { ...envelope, data: data && emptied(data) } });
  },
};

function fault(language: Language): Failure {
  const [code, message] = [ErrorCode.serverFault, errorText('serverFault', language)];
  return { success: false, code, message, errorCode: code, errorMessage: message, showType: ShowType.error, requestId: '01JD0Z3N8QF4' };
}

const emptied = (data: object) => ({ ...data, ...('list' in data && { list: [] }), ...('total' in data && { total: 0 }) });
