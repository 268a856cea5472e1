import { statisticsOf } from './depth/region';
import { matrixOf, type Orbit, START } from './orbit';
import type { Picture } from './viewer';

export interface CloudDrawing {
  /** @param lut the colour of each of the 65536 depths @returns the number of points drawn */
  draw: (picture: Picture, lut: Uint32Array, orbit: Orbit) => number;
  close: () => void;
}

/** A GPU draws every pixel; software rendering draws fewer to stay fluent. */
const MOST_POINTS = { gpu: 1_000_000, software: 60_000 };

const VERTEX = `#version 300 es
precision highp float;
precision highp usampler2D;
uniform usampler2D depths;
uniform sampler2D colours;
uniform mat4 view;
uniform vec4 camera;
uniform ivec2 grid;
uniform int stride;
uniform float unit;
uniform float size;
out vec3 colour;
void main() {
  ivec2 pixel = ivec2(gl_VertexID % grid.x, gl_VertexID / grid.x) * stride;
  uint depth = texelFetch(depths, pixel, 0).r;
  float z = float(depth) * unit;
  vec2 at = (vec2(pixel) - camera.zw) * z / camera.xy;
  gl_Position = depth == 0u ? vec4(2.0, 2.0, 2.0, 1.0) : view * vec4(at, z, 1.0);
  gl_PointSize = size;
  colour = texelFetch(colours, ivec2(int(depth) & 255, int(depth) >> 8), 0).rgb;
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 colour;
out vec4 pixel;
void main() { pixel = vec4(colour, 1.0); }`;

/** Draws depth pictures as point clouds: raw depths are uploaded, and the shader computes positions. @throws Error without WebGL2 */
export function drawClouds(canvas: HTMLCanvasElement): CloudDrawing {
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, powerPreference: 'high-performance' });
  if (!gl) throw new Error('no WebGL2');
  const program = programOf(gl);
  const place = (name: string) => gl.getUniformLocation(program, name);
  const places = {
    view: place('view'),
    camera: place('camera'),
    grid: place('grid'),
    stride: place('stride'),
    unit: place('unit'),
    size: place('size'),
  };
  const most = isSoftware(gl) ? MOST_POINTS.software : MOST_POINTS.gpu;
  textureOf(gl, 0);
  textureOf(gl, 1);
  // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook
  gl.useProgram(program);
  gl.uniform1i(place('depths'), 0);
  gl.uniform1i(place('colours'), 1);
  gl.enable(gl.DEPTH_TEST);
  gl.clearColor(0.043, 0.055, 0.078, 1);

  // The scene is turned around its middle: that of the first picture, and of the one at which the view was reset.
  let middle: number | undefined;
  let orbitBefore: Orbit | undefined;

  function draw(picture: Picture, lut: Uint32Array, orbit: Orbit): number {
    if (!gl) return 0;
    const { width, height, depth, unitMm, intrinsics } = picture;
    if (middle === undefined || (orbit === START && orbitBefore !== START)) middle = middleOf(picture);
    orbitBefore = orbit;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
    const stride = Math.max(1, Math.ceil(Math.sqrt((width * height) / most)));
    const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)];
    // Without intrinsics, those of a typical depth camera are assumed.
    const { fx, fy, cx, cy } = intrinsics ?? { fx: width * 0.75, fy: width * 0.75, cx: (width - 1) / 2, cy: (height - 1) / 2 };

    gl.activeTexture(gl.TEXTURE0);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 2);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R16UI, width, height, 0, gl.RED_INTEGER, gl.UNSIGNED_SHORT, depth);
    gl.activeTexture(gl.TEXTURE1);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 256, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(lut.buffer));

    gl.viewport(0, 0, w, h);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(places.view, false, matrixOf(orbit, middle, w / Math.max(1, h)));
    gl.uniform4f(places.camera, fx, fy, cx, cy);
    gl.uniform2i(places.grid, columns, rows);
    gl.uniform1i(places.stride, stride);
    gl.uniform1f(places.unit, unitMm);
    gl.uniform1f(places.size, Math.max(1.5, (1.6 * h) / rows));
    gl.drawArrays(gl.POINTS, 0, columns * rows);
    return countMeasured(depth, width, stride);
  }

  return { draw, close: () => gl.getExtension('WEBGL_lose_context')?.loseContext() };
}

/** The median distance, in millimetres. */
function middleOf({ width, height, depth, unitMm }: Picture): number {
  const { median } = statisticsOf({ width, height, depth }, { from: { x: 0, y: 0 }, to: { x: width - 1, y: height - 1 } });
  return median > 0 ? median * unitMm : 2500;
}

/** Counts the measured pixels among every `stride`-th of every `stride`-th row. */
function countMeasured(depth: Uint16Array, width: number, stride: number): number {
  let count = 0;
  for (let row = 0; row < depth.length; row += width * stride) {
    for (let at = row; at < row + width; at += stride) if (depth[at] !== 0) count++;
  }
  return count;
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('no shader');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'no program');
  return program;
}

function textureOf(gl: WebGL2RenderingContext, unit: 0 | 1) {
  gl.activeTexture(unit === 0 ? gl.TEXTURE0 : gl.TEXTURE1);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
}

function isSoftware(gl: WebGL2RenderingContext): boolean {
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  return /swiftshader|llvmpipe|software|basic render/i.test(String(named && gl.getParameter(named.UNMASKED_RENDERER_WEBGL)));
}
