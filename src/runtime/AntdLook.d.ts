import type { ReactNode } from 'react';
/** The look and the language of everything from antd below it. */
export default function AntdLook({ children }: {
    children: ReactNode;
}): import("react").JSX.Element;
