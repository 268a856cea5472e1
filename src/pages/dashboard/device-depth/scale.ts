interface Size {
  width: number;
  height: number;
}

/** If integer scaling fills less than this share of the space, the picture is scaled to fit instead. */
const WORTH = 0.88;

/**
 * How large a picture is drawn, in CSS pixels: as large as fits, at a whole number of screen pixels for each of its own where that fills the room well,
 * so that every measured pixel is as large as its neighbour.
 */
export function scaledSize(picture: Size, room: Size, pixelRatio: number): Size & { scale: number } {
  const fit = Math.min(room.width / picture.width, room.height / picture.height);
  const whole = Math.floor(fit * pixelRatio) / pixelRatio;
  const scale = whole >= fit * WORTH ? whole : fit;
  return { width: picture.width * scale, height: picture.height * scale, scale };
}
