/** What stands in the table of agreements until the school puts its own words there. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/schema.ts';
import { transaction } from '../../../platform/database/transaction.ts';

interface Words {
  readonly 'zh-CN': string;
  readonly en: string;
}

const defaultAgreements: readonly {
  readonly code: string;
  readonly title: Words;
  readonly body: Words;
}[] = [
  {
    code: 'user-agreement',
    title: { 'zh-CN': '用户协议', en: 'User Agreement' },
    body: {
      'zh-CN': `这是随软件附带的示例文本，不是本校的正式协议。本校开放注册之前，应以自己的协议替换它。

一、账号由您本人使用。请保管好密码和验证码，不要告诉他人。
二、请使用您自己的手机号码注册，并保证所填资料真实。
三、请勿冒用他人身份，请勿干扰本站的运行。违反者，本校可以停用其账号。
四、本协议更新时，我们会请您重新阅读并同意。`,
      en: `This is a sample that comes with the software, not the school's own agreement. The school should replace it with its own before opening registration.

1. Your account is for you alone. Keep your password and codes to yourself.
2. Register with a phone number of your own, and give true details.
3. Do not pose as somebody else, and do not disturb the service. The school may block accounts that do.
4. When this agreement changes, you will be asked to read and accept it again.`,
    },
  },
  {
    code: 'privacy-policy',
    title: { 'zh-CN': '隐私政策', en: 'Privacy Policy' },
    body: {
      'zh-CN': `这是随软件附带的示例文本，不是本校的正式政策。本校开放注册之前，应以自己的政策替换它。

一、本软件保存：您的手机号码、用户名或邮箱；密码的散列值（不保存密码本身）；您自己填写的资料；登录的时间、网络地址和浏览器名称；您同意过的协议、版本、时间和网络地址。
二、这些信息用于登录、保护账号安全和履行法律义务。
三、本软件把数据保存在本校自己的服务器上。发送验证码时，会把号码或邮箱交给短信、语音或邮件服务商。
四、您可以随时查看和修改自己的资料。`,
      en: `This is a sample that comes with the software, not the school's own policy. The school should replace it with its own before opening registration.

1. The software keeps: your phone number, username or e-mail address; a hash of your password, never the password; the details that you fill in; when, from which network address and with which browser you signed in; which agreements you accepted, in which version, when and from which network address.
2. It uses them to sign you in, to keep accounts safe and to meet legal duties.
3. It keeps the data on the school's own server. To send a code, it hands the number or address to a text message, voice or mail provider.
4. You can see and change your details at any time.`,
    },
  },
  {
    code: 'children-privacy',
    title: { 'zh-CN': '儿童个人信息保护规则', en: "Children's Privacy Rules" },
    body: {
      'zh-CN': `这是随软件附带的示例文本，不是本校的正式规则。本校开放注册之前，应以自己的规则替换它。

一、未满十四周岁的学员，应由监护人阅读本规则，同意之后再注册。
二、除隐私政策所列之外，本软件不要求儿童提供其他信息；姓名、生日、性别、年级等均可不填。
三、监护人可以通过本校查看、更正或删除孩子的信息。`,
      en: `This is a sample that comes with the software, not the school's own rules. The school should replace it with its own before opening registration.

1. For a learner under fourteen, a parent or guardian should read these rules and agree before registering.
2. The software asks children for nothing beyond what the privacy policy lists; name, birthday, sex and grade may all be left empty.
3. Through the school, a guardian can see, correct or delete the child's details.`,
    },
  },
];

/**
 * Publishes the default agreements where the table is empty, so that a new school has what sign-up asks for. Servers
 * that start concurrently publish them once.
 */
export const seedAgreements = (db: Kysely<Database>, at: number): Promise<void> =>
  transaction(db, async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('rollcall: default agreements', 0))`.execute(trx);
    const some = await trx.selectFrom('agreements').select('id').limit(1).executeTakeFirst();
    if (some) return;
    // One by one: the ids then follow the order.
    for (const { code, title, body } of defaultAgreements) {
      await trx
        .insertInto('agreements')
        .values({
          code,
          version: 1,
          pid: null,
          needs_signature: true,
          title: JSON.stringify(title),
          body: JSON.stringify(body),
          published_at: new Date(at),
        })
        .execute();
    }
  });
