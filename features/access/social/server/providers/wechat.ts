import type { Frame } from '#server/frame.ts'
import { askProvider, lineOf, objectOf, type ProviderClient, ProviderFailed, pictureOf } from './provider.ts'

/**
 * WeChat's website login: OAuth 2 in its own words (appid, secret; errors as errcode with HTTP 200), without PKCE and
 * without an email address.
 */
export const wechat: ProviderClient = {
  async address(frame, { redirectUri, state }) {
    const { clientId, dialog } = settingsOf(frame)
    const url = new URL(`${dialog}/connect/qrconnect`)
    url.search = new URLSearchParams({
      appid: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state,
    }).toString()
    url.hash = 'wechat_redirect'
    return url
  },

  async identify(frame, _asked, { code }) {
    const { clientId, clientSecret, address } = settingsOf(frame)
    const token = await ask('token', `${address}/sns/oauth2/access_token`, {
      appid: clientId,
      secret: clientSecret,
      code,
      grant_type: 'authorization_code',
    })
    const accessToken = lineOf(token['access_token'], 1000)
    const openid = lineOf(token['openid'])
    if (!accessToken || !openid) throw new ProviderFailed('refused', 'token: incomplete')
    const person = await ask('userinfo', `${address}/sns/userinfo`, { access_token: accessToken, openid })
    if (lineOf(person['openid']) !== openid) throw new ProviderFailed('refused', 'userinfo: of another person')
    const name = lineOf(person['nickname'], 50)
    return {
      // The openid is of this app alone; the unionid stays when the console gets another one of the same owner.
      identity: {
        subject: lineOf(person['unionid']) || openid,
        name,
        firstname: name,
        lastname: '',
        email: '',
        isEmailProven: false,
        picture: pictureOf(person['headimgurl']),
      },
      accessToken,
    }
  },
}

async function ask(step: string, to: string, query: Record<string, string>): Promise<Record<string, unknown>> {
  const url = new URL(to)
  url.search = new URLSearchParams(query).toString()
  const body = await objectOf(step, await askProvider(step, url))
  if (typeof body['errcode'] === 'number' && body['errcode'] !== 0) {
    const busy = body['errcode'] === -1
    throw new ProviderFailed(busy ? 'down' : 'refused', `${step}: ${body['errcode']} ${lineOf(body['errmsg'], 200)}`)
  }
  return body
}

function settingsOf(frame: Frame) {
  const { wechat: own } = frame.settings.social
  if (!own) throw new ProviderFailed('down', 'not switched on')
  return own
}
