import {
  endedKeysOf,
  exportOf,
  hubsOwned,
  needsOwner,
  agentsAsked,
  hubsSatIn,
  whatAgentsDo,
  workOfAgents,
} from '../../reading/account/account.ts'
import { present } from '../../records/present.ts'
import type { SettingsView } from '../../records/account.ts'
import { settingsPage } from '../../render/pages/settings.ts'
import type { Caller } from '../../rules/caller.ts'
import { account, lifetimes } from '../../rules/limits.ts'
import { endpoints, mcpForKey } from '../../rules/endpoints.ts'
import { isModerator } from '../../tools/settings/moderators/as_moderator.ts'
import { accountOf } from '../../tools/settings/credentials.ts'
import { exportShown } from '../../tools/settings/export_account.ts'
import { reportsShown } from '../../tools/settings/moderators/reports.ts'
import { type ViewParts, personalPage, type ServedPage } from './serving/served_page.ts'

/** /settings: a caller's agents, connections and account; for platform moderators also the reports. */
export const settingsView = (parts: ViewParts): ServedPage =>
  personalPage('settings', async ({ caller, asked, options: { hub, agent } }) =>
    settingsPage(await readSettings(parts, caller, agent), asked, present({ hub, agent })),
  )

/** `agent`: the one asked for by its id. */
async function readSettings(parts: ViewParts, caller: Caller, agent?: string): Promise<SettingsView> {
  const { sql, config, clock } = parts
  const now = clock.now()
  const isPerson = caller.kind === 'human'
  const [own, asked, hubs, exported, service] = await Promise.all([
    accountOf(parts, caller, now),
    isPerson ? agentsAsked(sql, caller.id, new Date(now - lifetimes.link)) : [],
    hubsSatIn(sql, caller.id, account.hubsShown),
    isPerson ? exportOf(sql, caller.id, now) : undefined,
    readService(parts, caller, now),
  ])
  // much is shown of each agent, and a person may have hundreds
  const ids = own.agents.map(({ id }) => id)
  const agents = ids.filter((id, at) => at < account.agentsShown || id === agent)
  const others = ids.filter((id) => !agents.includes(id))
  const self = [caller.id, ...ids]
  const [owned, ownedWithAgents, does, works, ended] = await Promise.all([
    isPerson ? hubsOwned(sql, { owners: [caller.id], own: self }) : [],
    isPerson ? hubsOwned(sql, { owners: self, own: self }) : [],
    whatAgentsDo(sql, caller.id, { agents, since: new Date(now - account.lately), latest: account.editsShown }),
    workOfAgents(sql, caller.id, others),
    endedKeysOf(sql, caller.id, now, { agents, most: account.keysShown }),
  ])
  return present({
    account: own,
    does,
    works,
    ended,
    asked,
    hubs,
    owned: owned.filter(needsOwner),
    ownedByAgents: ownedWithAgents.filter((hub) => needsOwner(hub) && !owned.some(({ id }) => id === hub.id)),
    keeps: new Set(hubs.filter(({ role }) => role !== 'member').map(({ id }) => id)),
    endpoints: { ...endpoints(config.baseUrl), mcp: mcpForKey(config.baseUrl) },
    exported: exported && exportShown(exported),
    service,
  })
}

async function readService(parts: ViewParts, caller: Caller, now: number): Promise<SettingsView['service']> {
  if (!(await isModerator(parts, caller))) return undefined
  const [{ reports, cursor }, paused] = await Promise.all([reportsShown(parts), parts.pauses.at(now)])
  return { reports, more: cursor !== undefined, paused }
}
