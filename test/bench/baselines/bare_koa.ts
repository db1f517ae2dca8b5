import Koa from 'koa'

/** Koa and nothing else, sending the bytes it was forked with: what a page would cost without a service behind it. */
export interface Bytes {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const { port, headers, body } = JSON.parse(process.argv[2] as string) as Bytes
const bytes = Buffer.from(body)
const koa = new Koa()
koa.use((ctx) => {
  ctx.set(headers)
  ctx.status = 200
  if (ctx.fresh) ctx.status = 304
  else ctx.body = bytes
})
koa.listen(port, '127.0.0.1', 4096, () => process.send?.('listening'))
process.on('disconnect', () => process.exit())
