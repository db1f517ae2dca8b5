import { forbidden } from './errors.ts'

/** What a connection's credential may do; what its participant may do is in the table of rights. */
export const scopes = ['svc:read', 'svc:write'] as const
export type Scope = (typeof scopes)[number]

/** No scope requested means both, and writing implies reading. */
export const scopesFrom = (requested: readonly Scope[]): readonly Scope[] =>
  requested.length === 0 || requested.includes('svc:write') ? scopes : ['svc:read']

/** Throws forbidden/scope. Reading needs svc:read, everything else svc:write. `what` begins the sentence. */
export function checkScope(what: string, kind: 'read' | 'write', granted: readonly Scope[]): void {
  const needed = kind === 'read' ? 'svc:read' : 'svc:write'
  if (granted.includes(needed) || granted.includes('svc:write')) return
  throw forbidden(
    'scope',
    `${what} needs the scope ${needed}, which this connection lacks: it was not asked for, or its person allowed reading only. Connected again it can have more.`,
  )
}
