import { pino, type DestinationStream, type Level } from 'pino'
import { credentialPrefixes } from './rules/credential_kinds.ts'

const ownCredentials = new RegExp(`\\b(${credentialPrefixes.join('|')})[\\w-]{8,}`, 'g')

/** Structured log, one JSON object per line. */
export interface Log {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
  fatal(fields: object, message?: string): void
  child(fields: Record<string, unknown>): Log
}

/** Writes synchronously to standard output, so that lines logged before a crash are not lost. */
export function openLog(
  level: Level | 'silent' = 'info',
  to: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Log {
  const masking: DestinationStream = { write: (line) => to.write(withoutSecrets(line)) }
  const serializers = { err: withoutRows }
  return pino({ level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime, serializers }, masking)
}

/**
 * Removes participants' text from errors and from their causes: PostgreSQL's errors quote whole rows, a Refusal the text it
 * is about, and the Redis client's errors the command that failed.
 */
const withoutRows = (error: unknown): unknown =>
  withoutQuotes(error instanceof Error ? pino.stdSerializers.err(error) : error, 0)

const deepest = 6

function withoutQuotes(shown: unknown, depth: number): unknown {
  if (typeof shown !== 'object' || shown === null) return shown
  // an error may contain itself
  if (depth > deepest) return undefined
  if (Array.isArray(shown)) return shown.map((one) => withoutQuotes(one, depth + 1))
  const told = Object.entries(shown).filter(([name]) => !quoting.has(name))
  return Object.fromEntries(told.map(([name, value]) => [name, withoutQuotes(value, depth + 1)]))
}

const quoting = new Set(['detail', 'details', 'where', 'query', 'parameters', 'args'])

/**
 * Masks secrets in a whole log line, so that no caller has to redact fields: this service's credentials by their prefix
 * (dpa_ and the others), bearer and basic credentials, and passwords in URLs.
 */
const withoutSecrets = (line: string): string =>
  line
    .replace(ownCredentials, '$1…')
    .replace(/\b(bearer|basic) +[\w.~+/=-]{8,}/gi, '$1 …')
    .replace(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/"]*):[^\s@/"]+@/gi, '$1:…@')
