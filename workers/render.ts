import { type Body, renderBody } from '../src/render/body.ts'

/** A render thread's task: renders the uncached texts of one document, in order. */
export const render = (bodies: readonly Body[]): string[] => bodies.map(renderBody)

export { scanSecrets } from './scan_secrets.ts'
