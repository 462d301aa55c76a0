/**
 * The statements of the specification, in our words, each with the tag of the tests that prove it: a title with
 * `[3.cookies]` in it, of a test or of the group it stands in. A statement about a call has the call's name as its tag, so that
 * tests of every call tag themselves. What the specification leaves open is settled in docs/rules.md, and stands here
 * in the section that it belongs to.
 */
export const statements = {
  'Section 2: the captcha overlay': {
    '2.mask':
      'A dimmed mask over the whole screen; for Aliyun a box with the prompt “drag the slider below to complete verification” and a close link.',
    '2.widget':
      'The widget is 300 wide; the mask is removed 600 ms after the finish. In Chromium it is measured of Aliyun’s, which is drawn in our box.',
  },
  'Section 3: entities and their fields': {
    '3.identifiers':
      'A person is known by phone number, e-mail address or username, each with a rule of its own, and a password.',
    '3.profile':
      'The profile fields that can be set are nickname, avatar_url, fullname, birthday, sex, qq, description and grade, and no others.',
    '3.init':
      '`init` takes pid, appid, product_code, platform, env, domain, host, auth_version, client_id and requestTimeout, and each has its effect ([a table](rules.md#init-and-headers)).',
    '3.headers':
      'Every call sends Product-Code, Pid and Platform, and the account client Auth-Version, Client-ID, SDK-Account-Version and Net besides; the server writes them to the request log where they are well formed, and keeps product, platform and version of a sign-in.',
    '3.version': 'The account library says that it is version 0.16.2.',
    '3.token-set':
      'A token set is access {token, type, expires_in} and refresh {token, expires_in}; a sign-in answers it in `data.auth.token`.',
    '3.cookies':
      'The tokens are kept in three cookies (access token, its type, refresh token) whose max age is `expires_in`.',
    '3.cookie-domain':
      'The cookies stand on the domain that the product’s sites share; outside production their names begin with the environment’s.',
    '3.captcha-rule':
      'A captcha rule answers rule (GEETEST, TENCENT, NETEASE, NEXTDATA, ALIYUN, DEFAULT; ours: ALTCHA), appid and ticket; a pass is answered with `data.ticket`, and with `data.appid` for GeeTest alone. GeeTest’s parameters are gt, challenge, success, new_captcha.',
  },
  'Section 3: usage events': {
    '3.event':
      'A usage event has an id, a timestamp, an event_id, biz_data, and a duration where it is timed.',
    '3.device':
      'Beside it stands the device: platform, language, user agent, network, density, cpu, resolution, process id, user id, device uuid, ip.',
  },
  'Section 3: what we decided: tokens, codes, tickets': {
    '3.access-token':
      'An access token is a signed JWT (EdDSA) below 1 KB without a profile, good for an hour.',
    '3.jwks': 'Any service can verify it by `/.well-known/jwks.json`.',
    '3.refresh-token': 'A refresh token is opaque, lives 30 days and is rotated at each use.',
    '3.successor':
      'The parent of the active refresh token gets the same successor for 30 seconds; an older one ends its family.',
    '3.exclusion': 'Refresh, sign-out and a password change exclude each other.',
    '3.code':
      'A code has six digits, is bound to its purpose and address, lives ten minutes and is used once; five wrong guesses end it.',
    '3.code-limits':
      'Codes go once a minute to an address for a purpose, ten a day in all; those that a signed-in caller sends to the own number or address are counted apart, five a day.',
    '3.enrolment':
      "With the header `X-Enrol: ask`, where `agreement_ids` names none, POST phone/login/silence makes no account of an unregistered number: the right code is answered with EnrolmentRequired and `data.ticket`. Without the header the call is the specification's.",
    '3.shared-device':
      "With the header `X-Shared-Device: 1` (ours) every call that signs in gives a session of a shared computer: `refresh.expires_in` is 7,200 s, again at each refresh, and nothing of it is valid later than 8 hours after the sign-in. Without the header the calls are the specification's.",
    '3.ticket':
      'A human-verification ticket is bound to scene, identity and pid, is used once and lives five minutes.',
  },
  'Section 4: states and transitions': {
    '4.before-init':
      'Before `init`, asking for the client is an error that says to run init correctly first.',
    '4.init-fails':
      '`init` without pid, appid, product_code or platform fails with “Auth init fail.Check init params.”.',
    '4.access-token': 'An access token that is held, with its type, is used.',
    '4.refresh': 'Else the refresh token is exchanged, and the result is used.',
    '4.conversion': 'Else an older site’s cookie is converted into tokens by a call.',
    '4.no-token':
      'Where the conversion fails the tokens are cleared and the error is “NO Token. Please login.”.',
    '4.retry':
      'A token that the server calls invalid is refreshed, and the call is made again; how often, the caller says.',
    '4.refresh-refused':
      'A refresh that fails as refresh-token-invalid clears all tokens; one that gets no answer does not.',
    '4.shared-refresh': 'Several calls and several tabs share one refresh, and nobody is signed out by it.',
    '4.logout': 'A successful logout clears the tokens.',
    '4.password-change': 'So does a successful password change by the old password or by phone.',
    '4.voice-tokens':
      'A voice code whose answer (200) carries tokens stores them. The server sends none: the test of `e2e` changes its answer on the way.',
  },
  'Section 4: usage reporting': {
    '4.queue': 'Events queue, and a repeating timer sends batches.',
    '4.page-end': 'On page end the queue is flushed with a beacon.',
    '4.timed-events':
      'Timed events are started, paused (when the tab is hidden), resumed and ended with a duration. In Chromium a tab is hidden by another one; by call, the library alone shows the pause.',
    '4.consents': 'Consents gate each kind: event, view, user, app, device.',
    '4.switched-off': 'Reporting switches itself off with ‘Please set product code’ or ‘Please set url’.',
  },
  'Section 4: human verification': {
    '4.rule-first': 'The server is asked for the rule first.',
    '4.no-provider':
      'A rule that is no known provider: the ticket that came with it is the success; without one it is a failure.',
    '4.challenge':
      'Else the provider’s script is loaded, from its own address or the rule’s, and the challenge is shown.',
    '4.pass': 'A pass is exchanged for a ticket, which the success callback is given.',
    '4.one-callback':
      'Anything else calls the failure callback, or the close callback; exactly one of them, once.',
    '4.vendor-down':
      'A vendor that is down at its script, its challenge or its verification lets nobody through.',
    '4.geetest-retry':
      'The fetch of GeeTest’s parameters is repeated a given number of times, and then fails with the specification’s words.',
    '4.fingerprint':
      'The fingerprint of the device is loaded in an idle callback, or after 500 ms, once the page was first used, or with the call that may need a challenge, and is told with the rule.',
  },
  'Section 4: what we decided: human verification': {
    '4.risk': 'People are asked only where it is worth asking: by scene, configuration and risk.',
    '4.shared-address': 'An address alone never makes a risk high: a school sits behind one.',
    '4.next-vendor':
      'A vendor that is down or slow is passed over for the next that is configured, at last for the built-in challenge.',
    '4.ticket-once':
      'A ticket is bound to scene, identity and pid and used once, and so is an attempt, however many try at once.',
    '4.offline-mode': 'What the vendors’ offline modes pass is no pass.',
    '4.altcha': 'The built-in challenge is ALTCHA’s; its solution is good once, for its own attempt.',
    '4.guarded-calls': 'Every call that sends a code, and the sign-in after failures, stand behind it.',
    '4.official-clients': 'The vendors’ official clients accept the simulators that the tests run against.',
    '4.csp':
      'A page’s Content-Security-Policy allows the hosts of the vendors that are configured, and no others.',
  },
  'Section 5: validation rules': {
    '5.phone_number': 'phone_number: a mainland mobile number, 11 digits, 1 and then 3-9.',
    '5.captcha': 'captcha: exactly 6 digits.',
    '5.password': 'password: 6 to 20 letters, digits and symbols.',
    '5.username': 'username: a letter first; 6 to 30 letters, digits and underscores.',
    '5.nickname': 'nickname: 1 to 20 characters, no white space, no special characters.',
    '5.fullname': 'fullname: 2 to 20 Chinese characters, or 4 to 30 Latin letters with single spaces.',
    '5.qq': 'qq: 5 to 20 digits.',
    '5.email_address': 'email_address: the simple e-mail pattern.',
    '5.description': 'description: at most 50 characters, with a message of its own.',
    '5.own-messages':
      'sex: 0 or 1, with a message of its own. birthday: an integer. agreement_ids: a non-empty array, with a message of its own.',
    '5.message':
      'The generic message is “Invalid {field} "{value}", it should match the RegExp.”, word for word; in place of a password the server writes “******”.',
    '5.confirmation':
      'A password that is written twice (register by e-mail, reset, init, change) has to be the same: “Password is not equal to confirmed password.”.',
    '5.init': '`init`: pid is a string; appid and product_code are a string or a number; all are required.',
    '5.register': 'Registering checks phone_number, password, captcha and agreement_ids.',
    '5.profile':
      'A profile is checked for birthday, sex, fullname, nickname, qq and description, each only where it is present.',
    '5.email-calls': 'An e-mail address is checked before the calls about its code.',
    '5.body': 'An unknown body field is ignored; a wrong type is refused by the field’s name.',
  },
  'Section 5: usage events': {
    '5.event-key': 'A usage event needs a key.',
  },
  'Section 6: roles and permissions': {
    '6.with-token': 'A call marked “with token” sends the Authorization header from the stored access token.',
    '6.switched-off': 'It does not where the auth version is switched off.',
    '6.anonymous': 'All other calls are anonymous.',
    '6.own-account': 'There are no roles: a call acts on the account of its token and on no other.',
    '6.blocked': 'A blocked account can do nothing, whatever it still holds.',
  },
  'Section 7: the calls it makes': {
    '7.xhr': 'Requests are made by XHR with credentials and a JSON body.',
    '7.query': 'A query string is built from the truthy params.',
    '7.timeout': 'The time-out is 20000 ms unless another is given.',
    '7.hosts':
      'The base host differs by environment (dev, staging, prod, api-test, test, press), for each of the two host kinds.',
    '7.paths':
      'Every account path of the specification is served by its method, and every call of the library is one of them.',
    '7.captcha-headers':
      'A call that sends a code, and the secure sign-in, take a human-verification ticket in X-Captcha-Ticket and X-Captcha-Id.',
    '7.no-fault': 'Whatever a body holds, no call makes a fault, and a refused one changes nothing.',
    '7.one-wins': 'Where a call changes something, of many concurrent ones one wins.',
  },
  'Section 7: registration and sign-in': {
    '7.enrolByPhone':
      'POST phone/enrol {ticket, agreement_ids, password} spends that ticket: it makes the account of its number at its pid. The password may be left out. A ticket lives ten minutes and is used once; a number that was registered meanwhile is told PhoneRegistered.',
    '7.sendRegisterCaptcha':
      'POST captcha/register/phone/with-agreement {phone_number, pid}: a code to an unregistered number.',
    '7.registerByPhone':
      'POST register/phone/with-agreement {phone_number, captcha, password, agreement_ids, pid}: creates the account and signs it in.',
    '7.sendLoginCaptcha':
      'POST captcha/login/post-process {phone_number, pid}: a code to a registered number.',
    '7.loginByPhone':
      'POST phone/login/post-process {phone_number, captcha, pid, agreement_ids, by default [-1]}: signs a registered number in.',
    '7.sendSilentLoginCaptcha':
      'POST captcha/login/silence: the silent variant of the sign-in code, to any number.',
    '7.loginSilently':
      'POST phone/login/silence: the silent variant of the sign-in; an unregistered number becomes an account without a password.',
    '7.loginByAccount':
      'POST login {identity, password, pid, agreement_ids}: signs in by username, phone number or e-mail address.',
    '7.loginSecurely': 'POST login/security: the same with a human-verification ticket in a header.',
    '7.logout': 'POST logout {refresh_token}, with token: ends the session.',
    '7.sendEmailCaptcha': 'POST email/captcha/send {email}: a code to an address that has no account.',
    '7.checkEmailCaptcha':
      'POST email/captcha/check {email, captcha}: exchanges the code for `data.captchaTicket`.',
    '7.registerByEmail':
      'POST email/register {captchaTicket, password, rePassword, pid}: creates the account and signs it in.',
  },
  'Section 7: WeChat and QQ': {
    '7.loginByWechat':
      'POST oauth/wechat {code, pid, appid, agreement_ids}: signs a bound identity in; an unbound one is told PhoneRequired with `data.oauth_ticket`.',
    '7.loginByQq':
      'POST oauth/qq {code, pid, agreement_ids}: the same with QQ, in all three of its answer formats; without a redirect URI by the configured one.',
    '7.sendOauthCaptcha':
      'POST captcha/oauth {phone_number, oauth_ticket}: a code to the phone that is to be bound.',
    '7.registerByThirdParty':
      'POST oauth/third-party {oauth_ticket, optional captcha, agreement_ids}: the phone’s own account, else a new one; without a code a new account without a number, whatever number was named.',
    '7.bindWechat': 'POST oauth/wechat/bind {code, appid}, with token.',
    '7.unbindWechat': 'PATCH oauth/wechat/unbind, with token; the last way to sign in can’t be unbound.',
    '7.bindQq': 'POST oauth/qq/bind {code, agreement_ids}, with token.',
    '7.unbindQq': 'PATCH oauth/qq/unbind, with token.',
    '7.getOauths': 'GET oauths, with token: what is bound.',
    '7.getThirdParties': 'GET oauth/providers (ours): which vendors are configured, and no secret.',
    '7.state':
      'The way to a vendor and back is bound to this browser by a state that counts once. That it counts once, and for ten minutes, the library alone shows.',
  },
  'Section 7: phone, password, username': {
    '7.sendBindPhoneCaptcha':
      'POST captcha/phone/bind, with token: a code to the number that is to be bound.',
    '7.bindPhone': 'PATCH phone/bind {phone_number, captcha}, with token.',
    '7.checkPhone': 'GET phone/check?phone_number, with token: whether the number is bound.',
    '7.sendChangePhoneCaptcha':
      'POST captcha/phone/change {phone_number, old_phone_number, pid}, with token; the old number must be right.',
    '7.changePhone': 'PATCH phone/change {phone_number, captcha}, with token.',
    '7.sendResetPasswordCaptcha':
      'POST captcha/password/reset {phone_number, pid}: a code to a registered number.',
    '7.checkResetPasswordCaptcha':
      'POST captcha/password/check {phone_number, captcha}: exchanges the code for `data.ticket`.',
    '7.resetPassword':
      'PATCH password/reset {ticket, password, confirm_password}: the ticket is good ten minutes and once; every session ends.',
    '7.initPassword':
      'PATCH password/setting {password, confirm_password}, with token: once, where none is set.',
    '7.changePassword':
      'PATCH password {old_password, password, confirm_password}, with token: ends every session.',
    '7.sendUpdatePasswordCaptcha':
      'POST captcha/password/update {phone_number, pid}, with token: a code to the own number.',
    '7.changePasswordByPhone':
      'PATCH password/phone {phone_number, captcha, password}, with token: ends every session.',
    '7.setUsername': 'PATCH username {username}, with token: once.',
    '7.sendCommonCaptcha': 'POST captcha/common {phone_number, pid}: a code to any number.',
    '7.checkCommonCaptcha':
      "POST captcha/common/check {phone_number, captcha}: exchanges the code for `data.ticket`, which a site's own server spends once by a call of ours (POST /service/v1/tickets/common) with a service secret.",
    '7.sendVoiceCaptcha':
      'POST voice/captcha/send {phone_number, type in upper case, oauth_ticket}: a code by a call.',
  },
  'Section 7: profile, agreements, protocols': {
    '7.getProfile': 'GET profile, with token.',
    '7.updateProfile': 'PATCH info with the allowed fields, with token.',
    '7.getPrivacy':
      'GET privacy (the specification’s “auth”), with token: what the account signs in with, masked.',
    '7.getGradeList': 'GET grade-list, anonymous.',
    '7.getAgreements': 'GET agreements, anonymous: those in force for a pid.',
    '7.getAgreementsToSign': 'GET agreements/need-sign, anonymous: all in force, for everybody alike.',
    '7.getUnsignedAgreements':
      'GET agreements/unsigned (ours), with token: those in force that the caller has not signed.',
    '7.signAgreements':
      'POST agreements/sign {agreement_ids, pid}: a signature keeps account, agreement, version, time and address.',
    '7.getProtocols': 'POST protocol/list {codeList, pid}: the latest document for each code.',
    '7.exportAccountData':
      "GET export (ours): all that is kept of the caller's account, without secrets and digests; it needs a fresh proof, ten times in 24 hours. The page `/account/data` adds what was reported of its use, to read, to print and as one JSON file.",
  },
  'Section 7: tokens': {
    '7.refreshTokens': 'PUT tokens/refresh {refresh_token}.',
    '7.deleteTokens': 'DELETE tokens, with token: ends the session.',
    '7.convertTokens':
      'POST tokens/convert: an older site’s cookie becomes tokens, or its bearer token where one is given.',
  },
  'Section 7: usage reporting': {
    '7.batch':
      'POST of a batch {alg, type 0, data{meta{device_type 1, product_code, is_dev, heatmap}, ext, body[events]}} with short key names.',
    '7.server-time': 'The server’s time is fetched.',
    '7.ip': 'The device’s ip is looked up; an outside service can be asked for it.',
    '7.acknowledged': 'What is acknowledged is kept, once.',
  },
  'Section 7: monitoring beacon': {
    '7.beacon': 'A GET image request with query fields, answered with one pixel.',
    '7.performance': 'It reports performance.',
    '7.api-outcomes': 'It reports API outcomes.',
    '7.js-errors': 'It reports JS errors.',
  },
  'Section 7: chunk loading': {
    '7.chunks':
      'Each script file is fetched from the static path, by number. Their numbers are consecutive, from 0. The pages as they are built have as many chunks as they need (docs/delivery.md), which is not 76: the tests of the loader load that number of a fixture, those of `e2e` the build of this repository.',
    '7.chunk-timeout': 'With a 120000 ms time-out.',
  },
  'Section 7: human verification': {
    '7.getCaptchaRule':
      'POST /captcha/rule/v3 {identity, scene, pid, deviceId, timestamp in seconds}: the rule, appid and ticket.',
    '7.registerGeetest': 'POST /captcha/geetest/register {appid}: gt, challenge, success, new_captcha.',
    '7.checkGeetest':
      'POST /captcha/geetest/verify {geetest_challenge, geetest_validate, geetest_seccode, appid}.',
    '7.checkTencent': 'POST /captcha/tencent {appid, tencentTicket, randomStr}.',
    '7.checkNextdata': 'POST /captcha/nextdata {rid, appid}.',
    '7.checkNetease': 'POST /captcha/netease {validate, appid}.',
    '7.checkAliyun':
      'POST /captcha/aliyun {appKey, scene, and the provider’s result}; the scene is the one for Aliyun’s sign-in.',
    '7.checkAltcha': 'POST /captcha/altcha: the seventh rule, our own.',
    '7.getGraphRule': 'On the main backend, under /tiger/captcha/: POST graph/rule.',
    '7.registerSlide': 'POST geetest/register_slide.',
    '7.getGeetestTicket': 'POST tickets/geetest.',
    '7.getWaterproofWallTicket': 'POST tickets/waterproof-wall.',
  },
  'Section 8: error catalogue': {
    '8.codes': 'The client codes are 0 to 55, by name.',
    '8.fields':
      'An invalid field is told by its own code (0 to 10, 43), a password that differs from its confirmation by 11.',
    '8.server-codes': 'The 41 server codes are each mapped to one client code.',
    '8.conditions': 'The server sends each of them on a real condition.',
    '8.messages': 'GCAP_1 says “Invalid Ticket.” and 10000000 “Access token is invalid.”.',
    '8.unknown-code': 'An unknown server code is passed on with the raw body.',
    '8.timeout': 'A time-out says “ECONNABORTED:timeout of {ms} ms exceeded”.',
    '8.no-answer': 'A request that gets no answer says “Network error.”.',
    '8.no-token':
      'Without a token the error says “NO Token. Please login.”, or “NO Token(cookie might have been expired). Please login.” where tokens were held.',
    '8.refresh-token-invalid': 'Refresh-token-invalid clears the tokens.',
    '8.token-answer':
      'A token answer of an unexpected form is only warned of. The server sends none: the test of `e2e` changes its answer on the way.',
  },
  'Section 8: what we decided: answers on the wire': {
    '8.answers':
      'A success is 200 {data}; a refusal is 400-499 {code, msg, data?}; each has the status of its kind.',
    '8.fault': 'A fault of ours is a 5xx with code, msg and the request id, and nothing of what happened.',
    '8.too-often':
      'Too often is 429 with Retry-After and `data.retry_after`; too busy is 503 with Retry-After.',
    '8.request-id': 'Every answer bears X-Request-Id.',
    '8.error':
      'An error of the library has code, name, message, and where a server answered server_code, body and status.',
  },
  'Section 8: monitoring': {
    '8.monitor-codes': '601 network, 602 timeout, 603 abort, 604 fetch error.',
    '8.chunk-failure':
      "Chunk failure: 'Loading chunk N failed', on time-out or load error, of the document's own chunks too. The loader's tests load a fixture, those of `e2e` the build of this repository.",
  },
  'Section 8: human verification': {
    '8.incorrect': '“incorrect captcha checking”: not passed, or no ticket.',
    '8.error-occurred': '“some error occurred”: the vendor’s script reports an error, or is slow.',
    '8.fatal':
      '“fatal error occurred”: the script is blocked, makes no global, or throws. That it throws, the library alone shows.',
    '8.aliyun': 'Aliyun: “验证失败” where the slide failed, “验证错误” where its part does not come.',
    '8.geetest': 'GeeTest: “Get geetest init params fail, please reload the page or try again later.”',
    '8.vendor-errors': '10017001 to 10017004 are the exceptions of the rule and of the vendors.',
  },
  'Section 9: business constants and limits': {
    '9.timeout': 'Request time-out: 20000 ms.',
    '9.cookie-age': 'A token cookie’s max age is `expires_in`.',
    '9.cleared': 'Tokens are cleared with a large negative max age.',
    '9.agreement_ids':
      'agreement_ids are [-1] by default; nothing is then signed, and need-sign goes on asking.',
    '9.retries': 'A request that needs a token is made again up to 2 times.',
    '9.geetest-retries': 'The fetch of GeeTest’s parameters is repeated 3 times.',
    '9.fingerprint':
      'The fingerprint script is waited for during ten checks, which make up the 500 ms that section 4 gives it; nobody waits longer.',
    '9.widget':
      'The captcha widget is 300 wide, and the mask is removed 600 ms after the finish. In Chromium it is measured of Aliyun’s, which is drawn in our box.',
    '9.queue': 'Usage: at most 1000 events wait.',
    '9.sizes':
      'An event is at most 5000 in size and a request 30000, counted as three times the JSON’s length.',
    '9.interval': 'The send interval is 500 ms.',
    '9.consents': 'The consent kinds are event, view, user, app, device.',
    '9.uid': 'The uid cookie lives 30 days, on the shared parent domain.',
    '9.samples': 'Monitoring: successes are sampled at 1 in 10, and the sums are right all the same.',
    '9.failures': 'Failures are always reported.',
    '9.business-error': 'A business error is HTTP 400-499.',
    '9.chunk-timeout':
      "Chunk load time-out: 120000 ms, of the document's own chunks too. To the millisecond a fixture shows it; the tests of `e2e` show it on the build of this repository.",
    '9.storage': 'The local storage fallback helper keeps cookies for 30 days on the shared parent domain.',
    '9.lazy-image':
      'Lazy-image defaults: preload 1.3 screens, 3 attempts, 200 ms throttle. The throttle the library alone shows, by its own clock.',
    '9.infinite-scroll': 'Infinite scroll default: throttle 200 ms, distance 0.',
  },
};
