import { ErrorCode } from '@contract/errors';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '@/services/api';
import { RequestFailure } from '@/utils/failure';
import { ofDevice } from './depth/origin';
import { createMeter } from './stream/meter';
import { type DepthStream, openStream, type StreamState } from './stream/open-stream';
import type { Viewer } from './viewer';

/** In these states the older picture is removed, because the device has, or may have, no picture for this user any more. */
const FINAL: StreamState[] = ['busy', 'ended', 'missing', 'unsupported'];

/** Streams from a device while the page is open. @param onEncoded called with each frame as received, while recording */
export function useStream(appKey: string, sn: string, viewer: Viewer, onEncoded: (frame: Uint8Array<ArrayBuffer>, at: number) => void) {
  const [stream, setStream] = useState<DepthStream>();
  const meter = useMemo(createMeter, []);
  /** The newest frame, until it is painted. */
  const unpainted = useRef<Parameters<typeof meter.wasShown>[0]>(undefined);
  const encoded = useRef(onEncoded);
  encoded.current = onEncoded;

  useEffect(() => {
    const opened = openStream({
      profile: viewer.state.profile,
      // A failure is shown as the state of the page, so the error toast is skipped.
      askTicket: (profile) => api.depth.ticket({ params: { appKey, sn }, body: { profile } }, { skipErrorHandler: true }),
      judge,
      onState(state, error) {
        viewer.change({ stream: state, refusal: error instanceof RequestFailure ? error : undefined });
        if (FINAL.includes(state)) viewer.drop();
        // What comes until there is a connection again is not dropped: nobody here asked for it.
        if (state === 'connecting' || state === 'lost') meter.reset();
      },
      onFrame(frame) {
        meter.arrived(frame);
        if (unpainted.current && !viewer.state.isFrozen) meter.wasOvertaken();
        unpainted.current = frame;
        viewer.show(frame, ofDevice(sn));
        // Must come after `show`: the frame that fills the clip starts its replay, which replaces the live picture.
        if (frame.encoded) encoded.current(frame.encoded, frame.at);
      },
      onMessage(message, at) {
        meter.hear(message, at);
        if (message.type === 'hello') viewer.change({ streaming: message.streaming, camera: message.camera ?? undefined });
      },
      onRefused: meter.wasRefused,
    });
    opened.start();
    setStream(opened);
    return opened.close;
  }, [appKey, sn, viewer, meter]);

  function wasPainted() {
    const frame = unpainted.current;
    unpainted.current = undefined;
    if (frame && !viewer.state.isFrozen) meter.wasShown(frame, Date.now());
  }

  return { stream, meter, wasPainted };
}

/** Classifies a failed request for a ticket. Without an answer the connection is lost; server faults and rate limits are retried. */
function judge(error: unknown): { state: 'missing' | 'refused' | 'lost'; isOver: boolean } {
  if (!(error instanceof RequestFailure) || error.kind !== 'business') return { state: 'lost', isOver: false };
  if (error.code === ErrorCode.notFound) return { state: 'missing', isOver: true };
  return { state: 'refused', isOver: !error.isFault && error.code !== ErrorCode.tooManyRequests };
}
