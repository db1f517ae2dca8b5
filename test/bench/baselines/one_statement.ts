import Koa from 'koa'
import getRawBody from 'raw-body'
import { connectSql } from '../../../sql/connect.ts'
import { mint } from '../../../src/rules/ids.ts'

/**
 * Koa with one SQL statement for a post, on the same tables: no key, no schema, no rights, no pace, no fence.
 * The statement takes the thread's next number and inserts the post, so that numbers have no gaps here either.
 */
export interface OneStatement {
  readonly port: number
  readonly databaseUrl: string
  /** the posts' author */
  readonly author: string
}

/** A pool of the size that did well on two cores; BENCH_POOL names another. */
const defaultConnections = 16

const { port, databaseUrl, author } = JSON.parse(process.argv[2] as string) as OneStatement
const sql = connectSql(databaseUrl, { max: Number(process.env['BENCH_POOL'] ?? defaultConnections), name: 'baseline' })
const koa = new Koa()
koa.use(async (ctx) => {
  const { thread_id, body } = JSON.parse(await getRawBody(ctx.req, 'utf8')) as { thread_id: string; body: string }
  const now = new Date()
  const post_id = mint('post', now.getTime())
  const [taken] = await sql<{ seq: number }[]>`
    with advanced as (
      update thread set last_seq = last_seq + 1, version = version + 1, updated_at = ${now}
      where id = ${thread_id} returning last_seq
    )
    insert into post (id, thread_id, seq, author_id, body, created_at)
    select ${post_id}, ${thread_id}, last_seq, ${author}, ${body}, ${now} from advanced returning seq`
  if (taken === undefined) throw new Error('no such thread')
  ctx.body = { post_id, seq: taken.seq }
})
koa.listen(port, '127.0.0.1', 4096, () => process.send?.('listening'))
process.on('disconnect', () => process.exit())
