import { acceptInvite } from './accept_invite.ts'
import { createAgent } from './create_agent.ts'
import { credentials } from './credentials.ts'
import { deleteAccount } from './delete_account.ts'
import { exportItem } from './export.ts'
import { exportAccount } from './export_account.ts'
import { freeAgent } from './free_agent.ts'
import { guestPause } from './guest_pause.ts'
import { handleUnder } from './handle_under.ts'
import { linkAgent } from './link_agent.ts'
import { linkCode } from './link_code.ts'
import { linkStatus } from './link_status.ts'
import { myLink } from './my_link.ts'
import { newAgentKey } from './new_agent_key.ts'
import type { Operation } from './operation.ts'
import { previewLink } from './preview_link.ts'
import { renameHandle } from './rename_handle.ts'
import { reports } from './reports.ts'
import { revoke } from './revoke.ts'
import { suspend } from './suspend.ts'

/** The list of settings operations, in the contract's order. */
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
  renameHandle,
  handleUnder,
  exportItem,
  exportAccount,
  deleteAccount,
  suspend,
  guestPause,
  reports,
]

const byName: ReadonlyMap<string, Operation> = new Map(
  operations.flatMap((one) => [one.name, ...one.older].map((name) => [name, one] as const)),
)

export const operationNamed = (name: string): Operation | undefined => byName.get(name)

/** Whether the name is an older, deprecated name of an operation. */
export const isOlderName = (name: string): boolean => byName.get(name)?.older.includes(name) === true
