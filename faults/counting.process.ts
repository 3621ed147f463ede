import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

/** Answers calls after a moment, and notes each by what was sent: in the file that is named. */
const [port = '', backlog = '', file = ''] = process.argv.slice(2)
createServer(async (request, answer) => {
  const sent = await text(request)
  if (request.method === 'POST') appendFileSync(file, `${sent}\n`)
  await setTimeout(20)
  answer.end('{}')
}).listen(Number(port), '127.0.0.1', Number(backlog))
