import { CopyText } from './CopyText';

/** Code to copy. @param what names it for the copy button */
export function Snippet({ code, what }: { code: string; what: string }) {
  return (
    <div className="snippet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <CopyText text={code} what={what}>
        {''}
      </CopyText>
    </div>
  );
}
