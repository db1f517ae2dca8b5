import { groupsIn, opaque } from '../cursor.ts'

/** The position of a result: the level of its match, and the part of its id that sorts by time. */
interface SearchPlace {
  readonly level: number
  readonly made: string
}

export const searchCursor = ({ level, made }: SearchPlace): string => opaque(`${level} ${made}`)

export function searchPlace(cursor: string | undefined): SearchPlace | undefined {
  if (cursor === undefined) return undefined
  const [level, made = ''] = groupsIn(cursor, /^(\d) ([0-9a-z_]{1,60})$/)
  return { level: Number(level), made }
}
