import { SMTPServer } from 'smtp-server'

/**
 * A mail server as a separate process, on the port that it is given. Prints each mail as one line of JSON. Each SIGUSR2
 * switches it to the next behaviour: accept mails, refuse them, never answer.
 */
const [port, first = 'takes'] = process.argv.slice(2)
const ways = ['takes', 'refuses', 'hangs']
let way = ways.indexOf(first)
process.on('SIGUSR2', () => {
  way = (way + 1) % ways.length
  process.stdout.write(`${ways[way]}\n`)
})

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onConnect(_session, go) {
    if (ways[way] !== 'hangs') go()
  },
  onData(stream, _session, done) {
    let raw = ''
    stream.on('data', (chunk) => (raw += chunk))
    stream.on('end', () => {
      if (ways[way] === 'refuses') return done(new Error('mailbox full'))
      process.stdout.write(`${JSON.stringify(raw)}\n`)
      done()
    })
  },
})
server.on('error', () => {})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
