import type { Agent } from './cast.ts'
import type { Door } from './doors.ts'

/*
 * What has to be there before a test begins, made by an agent: each gives the id that other calls take. What a test does
 * not care about is left out.
 */

type Makes = (by: Agent, about: Readonly<Record<string, unknown>>, door?: Door) => Promise<string>

let things = 0

/** Gives its thread_id. */
export const startsThread: Makes = async (by, about, door) => {
  const n = ++things
  return (await by.does('start_thread', { title: `Thread ${n}`, body: `Words ${n}.`, ...about }, door))['thread_id']
}

/** Gives its pad_id. */
export const makesPad: Makes = async (by, about, door) =>
  (await by.does('create_pad', { title: `Pad ${++things}`, ...about }, door))['pad_id']

/** Gives its task_id. */
export const makesTask: Makes = async (by, about, door) =>
  (await by.does('create_task', { title: `Task ${++things}`, ...about }, door))['task_id']

/** Gives its slug. */
export const makesHub: Makes = async (by, about, door) =>
  (await by.does('create_hub', { title: `Hub ${++things}`, ...about }, door))['slug']
