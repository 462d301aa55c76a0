/** The vendors of a place: text messages, human verification and WeChat, simulated, behind a gate that lets them fail. */
import {
  simulatedHumanVerification,
  simulatedMessages,
  simulatedThirdParties,
} from '../../../tools/simulated.mjs';
import { startSimulators } from '../simulators.ts';
import { startVendorGate, type VendorGate } from './vendor-gate.ts';

export interface Vendors {
  /** Of the simulators, where people are at the vendors' own pages. */
  readonly url: string;
  readonly gate: VendorGate;
  /** For the server's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The newest code that a vendor delivered to a number. @throws Error if there is none */
  code(to: string): Promise<string>;
  stop(): Promise<void>;
}

/** What the server asks of each vendor. */
export const vendorPaths = {
  firstMessages: ['/aliyun/dysmsapi'],
  all: ['/aliyun/', '/tencent/', '/wechat/sns/'],
} as const;

export const startVendors = async (): Promise<Vendors> => {
  const simulators = await startSimulators();
  const gate = await startVendorGate(simulators.url);
  const { url } = gate;
  return {
    url: simulators.url,
    gate,
    env: {
      ...simulatedMessages(url),
      ...simulatedThirdParties(url),
      ...simulatedHumanVerification(url),
      ROLLCALL_CAPTCHA_VENDORS: 'tencent',
    },
    code: async to => {
      const answer = await fetch(`${simulators.url}/control/messages?to=${to}`);
      const [newest] = (await answer.json()) as { params: Record<string, string> }[];
      const code = Object.values(newest?.params ?? {}).find(value => /^\d{6}$/.test(value));
      if (code === undefined) throw new Error(`Nothing was sent to ${to}.`);
      return code;
    },
    stop: async () => {
      await gate.close();
      await simulators.stop();
    },
  };
};
