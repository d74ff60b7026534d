import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { at } from '../../lib/root.mjs'
import { fromServer } from '../lib/packages.mjs'
import { serve } from '../lib/processes.mjs'

// The least that makes such a file: a cursor, the library's own stream of one plain sheet, a file. No rights, no labels, no second sheet.

const COLUMN = { stockCode: 'stock_code', shortName: 'short_name', companyName: 'company_name', companyType: 'company_type', board: 'board', jurisdiction: 'jurisdiction', csrcIndustry: 'csrc_industry', swIndustry: 'sw_industry', listDate: 'list_date::text', totalShares: 'trim_scale(total_shares)::text', listStatus: 'list_status', updateTime: 'update_time::text' }
const NAMES = ['csrc_industry', 'sw_industry'].map((column, i) => `(select i.industry_name from industry i where i.scheme = '${['capco', 'sw2021'][i]}' and i.industry_code = company.${column}) as name_${i}`)

serve(async ({ databaseUrl }) => {
  const pg = await fromServer('pg')
  const { writeXlsxStream } = await import(pathToFileURL(createRequire(at('server/package.json')).resolve('hucre/xlsx')).href)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    ready: true,
    stop: () => client.end(),
    async answer({ columns }) {
      const selected = columns === 'all' ? [...Object.values(COLUMN), ...NAMES] : columns.map((c) => COLUMN[c])
      const path = join(tmpdir(), `bare-export-${process.pid}.xlsx`)
      const begin = performance.now()
      await client.query('begin')
      await client.query(`declare c no scroll cursor for select ${selected.join(', ')} from company where not deleted order by stock_code, company_id`)
      async function* rows() {
        for (;;) {
          const { rows: part } = await client.query({ text: 'fetch 1000 from c', rowMode: 'array' })
          yield* part
          if (part.length < 1000) return
        }
      }
      const header = selected.map((_, i) => ({ header: `列${i}`, width: 18 }))
      await pipeline(Readable.fromWeb(writeXlsxStream(rows(), { name: '公司', columns: header })), createWriteStream(path))
      await client.query('commit')
      const ms = performance.now() - begin
      const { size } = await stat(path)
      await rm(path)
      return { ms, bytes: size }
    },
  }
})
