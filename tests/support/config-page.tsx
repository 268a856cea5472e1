import { EditorView } from '@codemirror/view';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import DeviceConfigPage from '@/pages/dashboard/device-config';
import { contract } from '../../contract';
import type { JsonObject } from '../../contract/merge-patch';
import { startPlatform } from './platform';
import { At, connectTo } from './umi';

export type ConfigPage = Awaited<ReturnType<typeof configPage>>;

/** The configuration page of CAM-1, the only device of a project, with a platform in memory. */
export async function configPage() {
  const stage = await startPlatform();
  const { call, token } = await stage.signIn();
  connectTo(stage, token);
  const appKey = (await call(contract.application.create, { body: { name: '仓储', categoryId: 1 } })).data.appKey as string;
  const params = { appKey, sn: 'CAM-1' };
  await call(contract.device.create, { params: { appKey }, body: { sn: 'CAM-1', name: '入库口相机' } });
  // The event stream needs a real socket. Node's fetch rejects jsdom's AbortSignal, so the stream ends with the platform.
  const origin = await stage.app.listen({ host: '127.0.0.1', port: 0 });
  const nodeFetch = globalThis.fetch;
  globalThis.fetch = (path, options) => nodeFetch(new URL(String(path), origin), { headers: options?.headers });

  const desired = async () => (await call(contract.config.read, { params })).data.desired;

  return {
    stage,
    appKey,
    call,
    show: () =>
      render(
        <At path={`/dashboard/${appKey}/device/CAM-1/config`} route="/dashboard/:appKey/device/:sn/config">
          <DeviceConfigPage />
        </At>,
      ),
    useSchema: (properties: JsonObject, more: JsonObject = {}) =>
      call(contract.config.changeSchema, { params: { appKey }, body: { schema: { type: 'object', properties, ...more } } }),
    change: (body: JsonObject, version = 0) =>
      call(contract.config.change, { params, headers: { 'if-match': `"${version}"` }, query: {}, body }),
    desired,
    /** Saves all edits. @returns the configuration as it is then */
    save: async () => {
      await saveEdits();
      return (await desired()).state;
    },
    close: async () => {
      globalThis.fetch = nodeFetch;
      await stage.close();
    },
  };
}

const jsonEditor = async () => EditorView.findFromDOM(await screen.findByRole('textbox', { name: '配置 JSON' })) as EditorView;

/** Switches to the JSON view and replaces the text. @param next the new text, or a function of the old one @returns the old text */
export async function typeJson(next: string | ((text: string) => string)) {
  fireEvent.click(screen.getByRole('radio', { name: /JSON/ }));
  const editor = await jsonEditor();
  const text = editor.state.doc.toString();
  act(() => editor.dispatch({ changes: { from: 0, to: text.length, insert: typeof next === 'string' ? next : next(text) } }));
  return text;
}

/** Saves all edits, and returns when they are saved: not at the sight of an earlier save's result. */
async function saveEdits() {
  fireEvent.click(await screen.findByRole('button', { name: '保存…' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await screen.findByRole('region', { name: '保存结果' });
}

/** Switches to the form. */
export const toForm = () => fireEvent.click(screen.getByRole('radio', { name: /表单/ }));

/** Opens a select and clicks one of its options. */
export async function pick(choice: HTMLElement, name: string) {
  // A list that is still closing would take this press; users are never that fast.
  await waitFor(() => expect(openLists()).toHaveLength(0));
  fireEvent.mouseDown(choice);
  const open = await waitFor(() => {
    expect(openLists()).toHaveLength(1);
    return openLists()[0] as HTMLElement;
  });
  fireEvent.click(await within(open).findByText(name, { selector: '.ant-select-item-option-content, .ant-select-item-option-content *' }));
}

const openLists = () => [...document.querySelectorAll<HTMLElement>('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')];
