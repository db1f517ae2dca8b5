import { expect } from 'chai'
import { takesKeys } from '../../src/redis/takes_keys.ts'
import { withCast } from '../support/here.ts'
import { until } from '../support/until.ts'

describe('/healthz, where a store answers and takes no writes', () => {
  const { server } = withCast()
  const health = async () => {
    const answer = await fetch(`${server.url}/healthz`)
    return { status: answer.status, ...((await answer.json()) as { readonly reason?: string }) }
  }

  it('reports the database that does not, as a standby, and that it does again', async () => {
    const admin = await server.sql.reserve()
    const readOnly = async (how: 'on' | 'off'): Promise<void> => {
      await admin`set default_transaction_read_only = off`
      await admin.unsafe(`alter system set default_transaction_read_only = ${how}`)
      await admin`select pg_reload_conf()`
    }
    try {
      await readOnly('on')
      await until(async () => (await health()).status === 503, 'it is reported')
      expect(await health()).to.deep.equal({ status: 503, ok: false, reason: 'database' })
      await readOnly('off')
      await until(async () => (await health()).status === 200, 'it is well')
    } finally {
      await readOnly('off')
      await admin.unsafe('alter system reset default_transaction_read_only')
      admin.release()
    }
  })

  it('asks Redis for more than an answer', async () => {
    const { redis } = server.parts
    await takesKeys(redis)
    await redis.config('SET', 'min-replicas-to-write', '1')
    try {
      const refused = await takesKeys(redis).catch((error: Error) => error.message)
      expect(refused).to.match(/^NOREPLICAS/)
    } finally {
      await redis.config('SET', 'min-replicas-to-write', '0')
    }
    await takesKeys(redis)
  })
})
