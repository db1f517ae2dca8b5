/** Signs a seeded person in: the first of them owns the hub. Gives the Cookie header. */
export async function signIn(port: number, n = 1): Promise<string> {
  const answer = await fetch(`http://localhost:${port}/signin`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: `Person ${n}`, email: `p${n}@bench.example` }),
  })
  const [cookie] = (answer.headers.getSetCookie()[0] ?? '').split(';')
  if (!cookie) throw new Error(`nobody was signed in: ${answer.status}`)
  return cookie
}
