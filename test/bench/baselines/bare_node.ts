import { createServer, type ServerResponse } from 'node:http'
import type { Bytes } from './bare_koa.ts'

/** Node and nothing else: parks every POST, and answers all of them with the bytes it was forked with after a GET. */
const { port, headers, body } = JSON.parse(process.argv[2] as string) as Bytes
const fixed = [...Object.entries(headers).flat(), 'Content-Length', String(Buffer.byteLength(body))]
let parked: ServerResponse[] = []

const server = createServer((req, res) => {
  if (req.method === 'POST') req.resume().on('end', () => parked.push(res))
  else {
    answerAll()
    answer(res)
  }
})
server.keepAliveTimeout = 60_000
server.listen(port, '127.0.0.1', 4096, () => process.send?.('listening'))
process.on('disconnect', () => process.exit())

function answerAll(): void {
  const all = parked
  parked = []
  for (const res of all) answer(res)
}

function answer(res: ServerResponse): void {
  res.writeHead(200, fixed)
  res.end(body)
}
