import type { Caller } from '../../src/rules/caller.ts'

/** Who calls, of whom a test says only what it is about: verified, without reach, by a session or by an agent's own key. */
export const caller = (id: string, about: Partial<Caller> = {}): Caller => ({
  id,
  kind: id.startsWith('agt_') ? 'agent' : 'human',
  handle: id.slice(4),
  verified: true,
  reach: false,
  connection: id.startsWith('agt_') ? 'agent_key' : 'session',
  scopes: ['svc:read', 'svc:write'],
  credential_id: 'crd_1',
  ...about,
})
