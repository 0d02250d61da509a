import { createHash, createHmac } from 'node:crypto'
import type { Frame } from '#server/frame.ts'
import { askProvider, emailOf, lineOf, objectOf, type ProviderClient, ProviderFailed, pictureOf } from './provider.ts'

/**
 * Facebook Login, built by hand as its guide describes: OAuth 2 with PKCE, and a proof that the holder of a token has
 * the secret as well. Facebook does not say whether an address is proven, so it never counts as one.
 */
export const facebook: ProviderClient = {
  async address(frame, { redirectUri, state, verifier }) {
    const { clientId, dialog } = settingsOf(frame)
    const url = new URL(`${dialog}/dialog/oauth`)
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'public_profile,email',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    return url
  },

  async identify(frame, { redirectUri, verifier }, { code }) {
    const { clientId, clientSecret, address } = settingsOf(frame)
    const exchanged = await askProvider('token', new URL(`${address}/oauth/access_token`), {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }),
    })
    const token = await objectOf('token', exchanged)
    const accessToken = token['access_token']
    if (!exchanged.ok || typeof accessToken !== 'string') throw new ProviderFailed('refused', reasonOf('token', token))
    const me = await whoIs(address, accessToken, clientSecret)
    return { identity: me, accessToken }
  },
}

async function whoIs(address: string, accessToken: string, secret: string) {
  const url = new URL(`${address}/me`)
  url.search = new URLSearchParams({
    fields: 'id,name,first_name,last_name,email,picture.type(large)',
    appsecret_proof: createHmac('sha256', secret).update(accessToken).digest('hex'),
  }).toString()
  const answer = await askProvider('me', url, { headers: { authorization: `Bearer ${accessToken}` } })
  const me = await objectOf('me', answer)
  const subject = lineOf(me['id'])
  if (!answer.ok || !subject) throw new ProviderFailed('refused', reasonOf('me', me))
  return {
    subject,
    name: lineOf(me['name']),
    firstname: lineOf(me['first_name'], 50),
    lastname: lineOf(me['last_name'], 50),
    email: emailOf(me['email']),
    isEmailProven: false,
    picture: pictureOf((me['picture'] as { data?: { url?: unknown } } | undefined)?.data?.url),
  }
}

function settingsOf(frame: Frame) {
  const { facebook: own } = frame.settings.social
  if (!own) throw new ProviderFailed('down', 'not switched on')
  return own
}

const reasonOf = (step: string, body: Record<string, unknown>) =>
  `${step}: ${lineOf((body['error'] as { message?: unknown } | undefined)?.message, 200) || 'no reason'}`
