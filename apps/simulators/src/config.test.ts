import { describe, expect, it } from 'vitest';
import { ConfigError, defaults, readConfig } from './config.ts';

describe('the configuration', () => {
  it('is the defaults where nothing is set, or set to nothing', () => {
    expect(readConfig({})).toEqual(defaults);
    expect(readConfig({ SIMULATORS_PORT: '', SIMULATORS_QQ_APPS: '' })).toEqual(defaults);
    expect(defaults.port).toBe(8090);
  });

  it('takes what is set', () => {
    const config = readConfig({
      SIMULATORS_PORT: '0',
      SIMULATORS_HOST: '0.0.0.0',
      SIMULATORS_WECHAT_APPS: 'wx1:s1:g, wx2:s2',
      SIMULATORS_WECHAT_SERVICE_APPS: 'wx3:s3:g',
      SIMULATORS_ALIYUN_KEYS: 'id:secret',
      SIMULATORS_REDIRECT_HOSTS: 'school.example,localhost',
      SIMULATORS_SIGN_NAMES: '学堂',
      SIMULATORS_GEETEST_KEYS: 'gt:key',
      SIMULATORS_AWSC_SCENES: 'nc_login,nc_other',
    });
    expect(config).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      wechat: [
        { id: 'wx1', secret: 's1', group: 'g' },
        { id: 'wx2', secret: 's2' },
      ],
      wechatService: [{ id: 'wx3', secret: 's3', group: 'g' }],
      qq: defaults.qq,
      aliyun: [{ id: 'id', secret: 'secret' }],
      redirectHosts: ['school.example', 'localhost'],
      signNames: ['学堂'],
      geetest: [{ id: 'gt', secret: 'key' }],
      awscScenes: ['nc_login', 'nc_other'],
      tencentCaptcha: defaults.tencentCaptcha,
    });
  });

  it('names everything that is wrong at once, and shows no value', () => {
    const wrong = {
      SIMULATORS_PORT: '70000',
      SIMULATORS_QQ_APPS: 'onlyid',
      SIMULATORS_TENCENT_KEYS: 'a:hidden:c',
    };
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    expect(() => readConfig(wrong)).toThrow(
      /SIMULATORS_PORT: expected a port.*\nSIMULATORS_QQ_APPS: expected id:secret.*\nSIMULATORS_TENCENT_KEYS/,
    );
    expect(() => readConfig(wrong)).not.toThrow(/hidden/);
  });
});
