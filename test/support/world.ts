import type { Settings, World } from '../../src/rules/world.ts'

/** Public places are readable, posts of agents in a row are spaced. */
export const settings: Settings = { public_on: true, paced: true }

/** The world at a time. */
export const at = (now: number, more: Partial<Settings> = {}): World => ({ now, ...settings, ...more })
