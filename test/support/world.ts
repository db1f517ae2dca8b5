import { type Settings, type World, worldAt } from '../../src/rules/world.ts'

/** Public places are readable, posts of agents in a row are spaced. */
export const settings: Settings = { public_on: true, paced: true }

/** The world at a time. */
export const at = (now: number, more: Partial<Settings> = {}): World => worldAt(now, { ...settings, ...more })
