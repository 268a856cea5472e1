import { Segmented, type SegmentedProps } from 'antd';

type SegmentsProps<Value extends string | number> = Omit<SegmentedProps<Value>, 'ref'> & { 'aria-label': string };

/** A choice of a few visible options. The selected one takes the focus; antd's additional tab stop on the frame is removed. */
export const Segments = <Value extends string | number>(props: SegmentsProps<Value>) => <Segmented<Value> {...props} tabIndex={-1} />;
