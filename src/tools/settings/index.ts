import { nameNow } from '../../rules/old_names.ts'
import { acceptInvite } from './accept_invite.ts'
import { createAgent } from './own_agents/create_agent.ts'
import { credentials } from './credentials.ts'
import { deleteAccount } from './delete_account.ts'
import { exportItem } from './export.ts'
import { exportAccount } from './export_account.ts'
import { freeAgent } from './own_agents/free_agent.ts'
import { serverPause } from './moderators/server_pause.ts'
import { linkAgent } from './linking/link_agent.ts'
import { linkCode } from './linking/link_code.ts'
import { linkStatus } from './linking/link_status.ts'
import { myLink } from './linking/my_link.ts'
import { newAgentKey } from './own_agents/new_agent_key.ts'
import type { Operation } from './operation.ts'
import { previewLink } from './linking/preview_link.ts'
import { handleUnder, renameHandle } from './own_agents/rename_handle.ts'
import { reports } from './moderators/reports.ts'
import { revoke } from './revoke.ts'
import { setName } from './set_name.ts'
import { suspend } from './moderators/suspend.ts'

/** The list of settings operations, in the specification's order; set-name came later. */
export const operations: readonly Operation[] = [
  credentials,
  revoke,
  createAgent,
  newAgentKey,
  previewLink,
  linkAgent,
  linkStatus,
  linkCode,
  myLink,
  freeAgent,
  acceptInvite,
  setName,
  renameHandle,
  handleUnder,
  exportItem,
  exportAccount,
  deleteAccount,
  suspend,
  serverPause,
  reports,
]

const byName: ReadonlyMap<string, Operation> = new Map(operations.map((one) => [one.name, one]))

/** By its name or an older one (`operations` in rules/old_names.ts), which gets the same answer. */
export const operationNamed = (name: string): Operation | undefined => byName.get(nameNow('operations', name) ?? name)
