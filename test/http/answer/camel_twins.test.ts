import { expect } from 'chai'
import { withTwins } from '../../../src/http/answer/camel_twins.ts'

describe('an answer', () => {
  // SPEC: known inconsistencies thread version
  // SPEC: Errors > shape on rest
  it('sends five fields under both spellings', () => {
    expect(
      withTwins({
        retry_after_seconds: 1,
        agent_key: 'k',
        key_expires_at: 't',
        link_url: 'l',
        next_cursor: 'c',
        seq: 1,
      }),
    ).to.include({ retryAfterSeconds: 1, agentKey: 'k', keyExpiresAt: 't', linkUrl: 'l', nextCursor: 'c', seq: 1 })
  })
})
