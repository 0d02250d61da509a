import { fastify } from 'fastify'
import pg from 'pg'

/** The yardstick of F7: a Fastify route that only runs the same SQL, on as many connections as the console. */
export interface Query {
  readonly sql: string
  readonly params: unknown[]
}

const { DATABASE_URL = '', PORT = '', QUERIES = '[]' } = process.env
const queries = JSON.parse(QUERIES) as Query[]
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
const app = fastify()
app.get<{ Params: { n: string } }>('/list/:n', async request => {
  const { sql, params } = queries[Number(request.params.n)] ?? { sql: 'select 1', params: [] }
  return (await pool.query(sql, params)).rows
})
await app.listen({ port: Number(PORT), host: '127.0.0.1' })
process.send?.('listening')
process.on('disconnect', () => process.exit())
