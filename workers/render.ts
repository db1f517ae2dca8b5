import { type Body, renderBody } from '../src/render/body.ts'

/** A render thread's task: the texts of one document that no cache holds yet, in their order. */
export const render = (bodies: readonly Body[]): string[] => bodies.map(renderBody)

export { scanSecrets } from './scan_secrets.ts'
