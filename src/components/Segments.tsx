import { Segmented, type SegmentedProps } from 'antd';

type SegmentsProps<Value extends string | number> = Omit<SegmentedProps<Value>, 'ref'> & { 'aria-label': string };

/** A choice of few, all of them seen. What is chosen in it takes the focus: the frame, which antd lets have it too, has no use for it. */
export const Segments = <Value extends string | number>(props: SegmentsProps<Value>) => <Segmented<Value> {...props} tabIndex={-1} />;
