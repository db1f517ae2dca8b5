import { badCursor } from '../cursor.ts'

/** The position of a result: the level of its match, and the part of its id that sorts by time. */
export interface SearchPlace {
  readonly level: number
  readonly made: string
}

export const searchCursor = ({ level, made }: SearchPlace): string =>
  Buffer.from(`${level} ${made}`).toString('base64url')

export function searchPlace(cursor: string): SearchPlace {
  const [, level, made] = /^(\d) ([0-9a-z_]{1,60})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? []
  if (level === undefined || made === undefined) throw badCursor()
  return { level: Number(level), made }
}
