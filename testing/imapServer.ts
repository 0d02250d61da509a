import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mailbox on the loopback that speaks as much IMAP (RFC 3501) as a reader of new mails needs, and keeps every mail. */
export async function startImap(user = 'bounces', password = 'secret') {
  const mails: { readonly source: string; seen: boolean }[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    const say = (...lines: string[]) => socket.write(lines.map(line => `${line}\r\n`).join(''))
    say('* OK [CAPABILITY IMAP4rev1] ready')
    let rest = ''
    socket.on('data', chunk => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        answer(line, say, socket)
      }
    })
  })
  function answer(line: string, say: (...lines: string[]) => void, socket: Socket) {
    const [tag = '*', ...words] = line.split(' ')
    const command = words.join(' ')
    if (/^LOGIN /i.test(command)) {
      const isWrong = !command.includes(user) || !command.includes(password)
      return say(isWrong ? `${tag} NO [AUTHENTICATIONFAILED] wrong` : `${tag} OK [CAPABILITY IMAP4rev1] in`)
    }
    if (/^(SELECT|EXAMINE) /i.test(command))
      return say(
        ...['* FLAGS (\\Seen)', `* ${mails.length} EXISTS`, '* 0 RECENT', '* OK [UIDVALIDITY 1]'],
        ...[`* OK [UIDNEXT ${mails.length + 1}]`, `${tag} OK [READ-WRITE] open`],
      )
    if (/^UID SEARCH /i.test(command)) {
      const unseen = mails.flatMap(({ seen }, at) => (seen ? [] : [at + 1]))
      return say(`* SEARCH ${unseen.join(' ')}`.trim(), `${tag} OK found`)
    }
    const [, uid = '0'] = /^UID (?:FETCH|STORE) (\d+)/i.exec(command) ?? []
    const mail = mails[Number(uid) - 1]
    if (/^UID FETCH /i.test(command) && mail) {
      const bytes = Buffer.from(mail.source)
      socket.write(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${bytes.length}}\r\n`)
      socket.write(bytes)
      return say(')', `${tag} OK fetched`)
    }
    if (/^UID STORE /i.test(command) && mail) {
      mail.seen = true
      return say(`* ${uid} FETCH (UID ${uid} FLAGS (\\Seen))`, `${tag} OK stored`)
    }
    if (/^LOGOUT/i.test(command)) {
      say('* BYE', `${tag} OK out`)
      return void socket.end()
    }
    if (/^CAPABILITY/i.test(command)) return say('* CAPABILITY IMAP4rev1', `${tag} OK done`)
    if (/^LIST /i.test(command)) return say('* LIST () "/" INBOX', `${tag} OK done`)
    return say(`${tag} OK done`)
  }
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `imap://${user}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    mails,
    put: (source: string) => void mails.push({ source: source.replace(/\r?\n/g, '\r\n'), seen: false }),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(stopped => server.close(() => stopped()))
    },
  }
}
