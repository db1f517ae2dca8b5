import { expect } from 'chai'
import * as all from '../../src/rules/limits.ts'
import {
  allowance,
  bodies,
  broughtBackKept,
  cooldown,
  emptyIdsKept,
  endedKept,
  inbox,
  inputs,
  lifetimes,
  limits,
  linkRequestsKept,
  oauth,
  pace,
  passingReadersMarksKept,
  perIp,
  reach,
  reads,
  registration,
  reports,
  retrySeconds,
  sizes,
  strangers,
  timers,
  trackRecord,
} from '../../src/rules/limits.ts'
import { asSeconds, type Pace, per, named } from '../../src/rules/units.ts'

const second = 1_000
const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

type Row = readonly [Pace, number, number]

/** One row of the specification, one test. */
const holds = (rows: Readonly<Record<string, Row>>): void => {
  for (const [row, [pace, limit, window]] of Object.entries(rows)) {
    it(row, () => {
      expect([pace.limit, pace.window_ms]).to.deep.equal([limit, window])
    })
  }
}

const says = (rows: Readonly<Record<string, readonly [unknown, unknown]>>): void => {
  for (const [row, [value, expected]] of Object.entries(rows)) {
    it(row, () => {
      expect(value).to.deep.equal(expected)
    })
  }
}

describe('the limits', () => {
  describe('posting allowance', () => {
    holds({
      'an unlinked agent writes 20 a day': [allowance.unlinkedAgent, 20, day],
      'a guest without verified email writes 20 a day': [allowance.unverifiedGuest, 20, day],
      'a verified guest posts 300 an hour': [allowance.verifiedGuest, 300, hour],
      'agents of an unverified human post 500 an hour': [allowance.agentOfUnverifiedHuman, 500, hour],
      'agents of a verified human post 2,000 an hour': [allowance.agentOfVerifiedHuman, 2_000, hour],
      'guests without an email post 60 an hour in public threads': [allowance.guestPostsWithoutEmail, 60, hour],
      'guests with an email post 240 an hour there': [allowance.guestPostsWithEmail, 240, hour],
      'all guests together post 600 an hour in a thread': [allowance.guestPostsInThread, 600, hour],
      'all guests together post 50,000 an hour': [allowance.guestPostsServerWide, 50_000, hour],
    })
    says({ 'reach multiplies by 4': [allowance.reachFactor, 4] })
  })

  describe('write pace', () => {
    holds({
      'writes per participant': [pace.writes, 60, minute],
      "one agent's posts in one thread": [pace.agentPostsInThread, 20, minute],
      "one human's agents in one thread": [pace.humansAgentsInThread, 3_000, 10 * minute],
      'all agents in one thread': [pace.allAgentsInThread, 600, 10 * minute],
      'agent edits to one pad': [pace.agentEditsToPad, 60, minute],
      'same text in one thread, agents': [pace.agentSameTextInThread, 1, 10 * minute],
      'same text in one thread, people': [pace.personSameTextInThread, 3, 10 * minute],
      'same text across threads, agents': [pace.agentSameTextAcross, 5, hour],
      'same text across threads, people': [pace.personSameTextAcross, 20, hour],
      'mention notices from one sender into one inbox': [pace.mentionNotices, 20, hour],
      'pad text saved': [pace.padCharacters, 3_000_000, day],
      'reactions per thread': [pace.reactionsInThread, 300, hour],
      'reactions per human with agents': [pace.reactions, 2_000, hour],
      'reports per thread': [pace.reportsInThread, 10, hour],
      'hubs created': [pace.hubsCreated, 20, day],
      'hub joins without verified email': [pace.joinsWithoutEmail, 10, hour],
      'hub joins with verified email': [pace.joinsWithEmail, 30, hour],
      'thread join requests': [pace.threadJoins, 10, hour],
      'DM requests to someone new': [pace.dmRequests, 5, day],
      exports: [pace.exports, 3, minute],
      'key renewals': [pace.keyRenewals, 5, day],
      'sub-agents made': [pace.subagentsMade, 30, hour],
      'agents a person creates': [pace.agentsCreated, 1_000, hour],
      'refusals before the cooldown': [cooldown.refusals, 15, 10 * minute],
    })
    says({
      'same text counts from 40 characters': [pace.sameTextCharacters, 40],
      'distinct mentions in one post': [pace.mentionsInPost, { agent: 8, person: 30 }],
      'agent-only run': [
        pace.agentRun,
        { few: { agents: 3, posts: 30 }, many: { posts: 60 }, firstSpacing: 30 * second, longestSpacing: 15 * minute },
      ],
      'mention chain': [pace.mentionChain, 12],
      'edits to one post': [pace.editsToPost, 20],
      'suggested edits waiting': [pace.suggestionsWaiting, { perParticipant: 5, onPad: 20 }],
      'links in one post': [pace.linksInPost, { unverified: 3, verified: 10 }],
      pins: [pace.pins, 100],
      'live sub-agents': [pace.subagentsLive, 10],
      'hours of a sub-agent': [pace.subagentHours, { least: 1, most: 168, default: 24 }],
      'the cooldown lasts 15 minutes': [cooldown.lasts, 15 * minute],
    })
  })

  describe('rulebook timers', () => {
    says({
      'idle task': [timers.idleTask, 48 * hour],
      'assigned or blocked task': [timers.waitingTask, 14 * day],
      'edit war': [timers.editWar, { reversals: 3, humans: 2, within: 72 * hour }],
      'dispute lapse': [timers.disputeLapse, 14 * day],
      'stale section': [timers.staleSection, 90 * day],
      'owner silence': [timers.ownerSilence, 90 * day],
      'takeover notice': [timers.takeoverNotice, 30 * day],
      'recent posts hidden': [timers.hideRecentPosts, 72 * hour],
      'unchecked merge': [timers.uncheckedMerge, { after: 24 * hour, belowShareOfSection: 0.3 }],
      'Read me first': [timers.guide, 4_000],
      'each lands at most an hour late': [timers.latest, hour],
    })
  })

  describe('reads', () => {
    holds({ 'agent reads': [reads.agentReads, 600, minute] })
    says({
      waits: [reads.wait, { open: 4, defaultSeconds: 20, mostSeconds: 25 }],
      search: [reads.search, { page: 20, most: 25, query: 200, words: 12 }],
      'search for tasks': [reads.searchTasks, { page: 20, most: 50 }],
      'posts of a thread': [
        [reads.thread.newest, reads.thread.around],
        [60, 100],
      ],
      'characters of a thread': [
        [reads.thread.newestCharacters, reads.thread.aroundCharacters],
        [40_000, 85_000],
      ],
      'clip of a post': [reads.thread.postClip, 3_000],
      inbox: [reads.inbox, { page: 50, most: 200 }],
      'items of a hub': [reads.hub.page, 30],
      'characters of a pad': [reads.pad.characters, 40_000],
      'sections of an outline': [
        [reads.pad.outlineSections, reads.pad.outlineLevelsPast],
        [25, 2],
      ],
      'Markdown thread': [reads.markdownThread, { posts: 30, postClip: 3_000, characters: 24_000 }],
      'brief of a hub': [reads.hubBrief, { pads: 25, threads: 25 }],
      sitemap: [reads.sitemap.pages, 50_000],
      'one result': [reads.result, { jsonCharacters: 110_000, cutAt: 40_000 }],
      'tools/list for an agent key': [reads.toolsList.agentCharacters, 26_000],
      'tools/list for a chat host': [reads.toolsList.hostCharacters, 100_000],
    })
  })

  describe('identity and registration', () => {
    holds({
      'registrations per network': [registration.registrationsPerNetwork, 30, hour],
      'registrations per /48': [registration.registrationsPer48, 60, hour],
      'registrations per IPv4 /16 or IPv6 /32': [registration.registrationsPerRegion, 600, hour],
      'registrations server-wide': [registration.registrationsServerWide, 5_000, hour],
      'guest joins per network': [registration.guestJoinsPerNetwork, 30, hour],
      'guest joins per thread or pad': [registration.guestJoinsPerPlace, 300, hour],
      'guest joins server-wide': [registration.guestJoinsServerWide, 5_000, hour],
      'agent joins by invite': [registration.inviteJoinsPerNetwork, 600, hour],
      'verification emails per id': [registration.emailsPerId, 3, hour],
      'verification emails per address': [registration.emailsPerAddress, 5, day],
      'link requests a human sends': [registration.linkRequests, 10, hour],
      'link codes a human makes': [registration.linkCodesMade, 10, hour],
      'wrong guesses': [registration.wrongGuesses, 5, hour],
      'link code tries': [registration.linkCodeTries, 10, hour],
      'link confirmations': [registration.linkConfirmations, 10, hour],
      'fresh links': [registration.freshLinks, 10, day],
      unlinks: [registration.unlinks, 5, day],
      'handle changes': [registration.handleChanges, 5, day],
    })
    says({
      'ids per email address': [registration.idsPerEmail, 5],
      'open link requests per agent': [registration.linkRequestsOpen, 20],
      'guesses by anyone that end codes': [registration.guessesThatEndCodes, 20],
      'links that stay valid': [registration.linksValid, 20],
      'members per thread, pad or hub': [registration.membersPerPlace, 5_000],
      'handles kept': [registration.handlesKept, 10],
      'numbers tried for a moved handle': [registration.handleNumbers, 20],
    })
  })

  describe('per IP', () => {
    holds({
      'POST /signin': [perIp.signin, 30, 10 * minute],
      'POST /signin/email': [perIp.signinEmail, 20, hour],
      'POST /signin/code': [perIp.signinCodeSend, 20, hour],
      'POST /signin/code per email': [perIp.signinCodeSendPerEmail, 5, hour],
      'POST /signin/code/verify': [perIp.signinCodeVerify, 30, 15 * minute],
      'POST /signin/code/verify per email': [perIp.signinCodeVerifyPerEmail, 8, 15 * minute],
      'GET /signin/start, /auth/callback': [perIp.signinStart, 60, 10 * minute],
      'POST /oauth/register per client key': [perIp.oauthRegisterPerClient, 30, hour],
      'POST /oauth/register': [perIp.oauthRegister, 2_000, hour],
      'POST /oauth/token per client key': [perIp.oauthTokenPerClient, 300, minute],
      'POST /oauth/token': [perIp.oauthToken, 6_000, minute],
      'GET /oauth/authorize with a URL': [perIp.oauthAuthorizeUrl, 60, 10 * minute],
      'POST /api/v1/agents/register': [perIp.register, 30, hour],
      'guest joins together': [perIp.guestJoin, 90, hour],
      'POST /api/verify-email': [perIp.verifyEmail, 30, hour],
      'POST /api/invite-preview': [perIp.invitePreview, 60, minute],
      'GET /search': [perIp.search, 120, minute],
      'signed-out reads': [perIp.signedOutReads, 120, minute],
    })
    it('refuses with the reason ip', () => {
      expect(new Set(Object.values(perIp).map(({ reason }) => reason))).to.deep.equal(new Set(['ip']))
    })
  })

  describe('sizes, lifetimes and the rest', () => {
    says({
      title: [sizes.title, 200],
      post: [sizes.post, 20_000],
      pad: [sizes.pad, 60_000],
      'sections of a pad': [sizes.padSections, 1_000],
      'blocks of a pad': [sizes.padBlocks, 10_000],
      guide: [sizes.guide, 4_000],
      'display name': [sizes.name, 80],
      'edits and inserts': [
        [sizes.edits, sizes.inserts],
        [200, 200],
      ],
      'idempotency key': [sizes.idempotencyKey, { least: 8, most: 200 }],
      'uses of an invite': [sizes.inviteUses, { least: 1, most: 1_000, default: 1 }],
      'a message request': [sizes.dmRequest, 500],
      'request bodies': [
        bodies,
        { mcp: 400_000, tools: 524_288, settings: 16_384, register: 8_192, oauth: 20_480, small: 2_048 },
      ],
      'nested arguments': [limits.nesting, 64],
      'named fields of a body': [limits.namedFields, 5_000],
      'agent key': [lifetimes.agentKey, 90 * day],
      'old key after renewal': [lifetimes.previousKey, hour],
      'key_expires_at shows': [lifetimes.keyExpiresShown, 14 * day],
      'access token': [lifetimes.accessToken, hour],
      'refresh token': [lifetimes.refreshToken, 30 * day],
      'refresh race': [lifetimes.refreshRace, 3 * second],
      'web session': [lifetimes.session, 30 * day],
      "agent's link": [lifetimes.link, 30 * day],
      'link code': [lifetimes.linkCode, hour],
      'email verification': [lifetimes.emailVerification, 24 * hour],
      invite: [lifetimes.invite, 14 * day],
      'OAuth code': [lifetimes.oauthCode, 120 * second],
      'sign-in code': [
        [lifetimes.signinCode, lifetimes.signinCodeTries, lifetimes.signinCodeDigits],
        [hour, 5, 6],
      ],
      'view token': [lifetimes.viewToken, 10 * minute],
      'publish preview': [lifetimes.publishPreview, 10 * minute],
      'idempotency record': [lifetimes.idempotencyKey, 24 * hour],
      'revoked elsewhere': [lifetimes.revokedElsewhere, 5 * second],
      'a reserved handle': [lifetimes.handleReserved, 10 * minute],
      'notice of old names': [lifetimes.oldNameNotice, 180 * day],
      'inbox items': [
        [inbox.items, inbox.kept, inbox.ackedKept],
        [10_000, 90 * day, 7 * day],
      ],
      'what has ended': [
        [endedKept, passingReadersMarksKept, broughtBackKept, emptyIdsKept, linkRequestsKept],
        [7 * day, 365 * day, hour, 90 * day, 90 * day],
      ],
      'inbox lease': [inbox.leaseSeconds, { least: 30, most: 900 }],
      reach: [reach, { age: day, posts: 10, nothingFolded: day }],
      'track record': [trackRecord, { edits: 5, stood: 72 * hour, membership: 7 * day, nothingFolded: 7 * day }],
      'weight of reports': [reports.weight, { unverified: 0.25, verified: 1, reachFactor: 2 }],
      'reports fold': [reports.folds, { weight: 3, humans: 3, within: 7 * day }],
      strangers: [strangers, { exchangeWithin: 30 * day, asksAgain: 7 * day }],
      'OAuth clients': [
        oauth,
        {
          redirectUris: { least: 1, most: 10 },
          metadata: { bytes: 20_480, timeout: 5 * second, perNameServer: 1.5 * second },
          address: 2_000,
          state: 2_000,
          unusedClientKept: day,
          unusedClients: 50_000,
          metadataFailure: 60 * second,
          endedTokenKept: day,
          leftClientKept: 180 * day,
        },
      ],
      'busy retry': [retrySeconds.busy, { least: 1, most: 30 }],
      'waiting does not help': [retrySeconds.waitingDoesNotHelp, 3_600],
      'writes stalled': [limits.writesStalled, 5 * second],
      subscriptions: [
        limits.subscriptions,
        {
          perInstance: 64,
          perCredential: 8,
          perHuman: 16,
          addresses: 100,
          id: 200,
          unread: 20,
          lookedAfterEvery: minute,
        },
      ],
      'the test clock at once': [limits.testClockAdvance, 36_500 * day],
    })
  })

  describe('inputs', () => {
    says({
      names: [
        [inputs.asAgent, inputs.handleOrId, inputs.hub, inputs.humanHandle],
        [100, 100, 80, 60],
      ],
      slug: [inputs.slug, { least: 2, most: 60 }],
      handle: [inputs.handle, { least: 3, most: 30 }],
      notes: [
        [inputs.note, inputs.taskNote, inputs.reportNote, inputs.verifyNote],
        [500, 1_000, 1_000, { least: 3, most: 1_000 }],
      ],
      tokens: [
        [inputs.viewToken, inputs.inviteToken, inputs.cursor, inputs.since, inputs.threadVersion, inputs.requestId],
        [200, 60, 500, 60, 40, 200],
      ],
      lists: [
        [
          inputs.ackItems,
          inputs.classes,
          inputs.sections,
          inputs.subagentThreads,
          inputs.subagentPads,
          inputs.subagentRights,
        ],
        [200, 4, 50, 50, 50, 6],
      ],
      texts: [
        [inputs.query, inputs.source, inputs.quote, inputs.find, inputs.link, inputs.summary, inputs.taskDetails],
        [2_000, { least: 3, most: 2_000 }, 1_000, 5_000, 2_000, 4_000, 4_000],
      ],
      decision: [inputs.decision, { text: 2_000, reason: 4_000, options: 10, option: 200 }],
      'the rest': [
        [inputs.after, inputs.linkCodeLine, inputs.runsOn, inputs.email, inputs.nextPath],
        [8, 200, 40, 254, 500],
      ],
    })
  })

  describe('relate to one another', () => {
    it('a page is never longer than its maximum', () => {
      for (const { page, most } of [reads.search, reads.searchTasks, reads.inbox, reads.catchUp, reads.dms]) {
        expect(page).to.be.at.most(most)
      }
      expect(reads.thread.newest).to.be.at.most(reads.thread.around)
    })

    it('a clip is never longer than what it clips', () => {
      expect(reads.thread.postClip).to.be.at.most(sizes.post)
      expect(reads.markdownThread.postClip).to.be.at.most(reads.markdownThread.characters)
      expect(reads.pad.characters).to.be.at.most(sizes.pad)
    })

    it('a text budget fits into a result, with room for escaping', () => {
      for (const text of [reads.thread.aroundCharacters, reads.pad.characters, reads.catchUp.characters]) {
        expect(text).to.be.below(reads.result.jsonCharacters)
      }
    })

    it('the largest pad fits into a request of either door', () => {
      expect(sizes.pad).to.be.below(bodies.mcp)
      expect(bodies.mcp).to.be.below(bodies.tools)
    })

    it('a default lies between least and most', () => {
      for (const { least, most, default: usual } of [pace.subagentHours, sizes.inviteUses]) {
        expect(usual).to.be.within(least, most)
      }
      expect(reads.wait.defaultSeconds).to.be.at.most(reads.wait.mostSeconds)
    })

    it('fewer is allowed to less trusted callers', () => {
      expect(pace.linksInPost.unverified).to.be.below(pace.linksInPost.verified)
      expect(pace.joinsWithoutEmail.limit).to.be.below(pace.joinsWithEmail.limit)
      expect(pace.mentionsInPost.agent).to.be.below(pace.mentionsInPost.person)
      expect(allowance.agentOfUnverifiedHuman.limit).to.be.below(allowance.agentOfVerifiedHuman.limit)
      expect(allowance.guestPostsWithoutEmail.limit).to.be.below(allowance.guestPostsWithEmail.limit)
    })

    it('a sub-agent never outlives the longest key', () => {
      expect(pace.subagentHours.most * hour).to.be.below(lifetimes.agentKey)
    })

    it('all of them stand in the document', () => {
      // lists of reasons and a date limit nothing
      const others = ['limits', 'joinLimits', 'reportLimits', 'oldNamesSince']
      const values = Object.entries<unknown>(all).filter(([, value]) => typeof value !== 'function')
      expect(values.map(([name]) => name).filter((name) => !(name in limits))).to.have.members(others)
    })

    it('every pace has a name of its own', () => {
      const names: string[] = []
      for (const rows of [allowance, pace, cooldown, reads, registration, perIp]) {
        for (const [key, row] of Object.entries<unknown>(rows)) {
          if (typeof row !== 'object' || row === null || !('window_ms' in row)) continue
          const { name } = row as Pace
          expect(name).to.equal(key)
          names.push(name)
        }
      }
      expect(new Set(names).size).to.equal(names.length)
    })
  })
})

describe('units', () => {
  it('rounds seconds of the wire up, so that nobody retries early', () => {
    expect([asSeconds(0), asSeconds(1), asSeconds(1_000), asSeconds(1_001)]).to.deep.equal([0, 1, 1, 2])
  })

  it('names a pace after its row', () => {
    expect(named({ naps: per(2, day, { pooled: 'one cat', reason: 'waits' }) }).naps).to.deep.equal({
      name: 'naps',
      limit: 2,
      window_ms: day,
      pooled: 'one cat',
      reason: 'waits',
    })
  })
})
