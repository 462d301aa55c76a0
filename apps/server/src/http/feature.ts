/** What a feature contributes to the server beside its call handlers; every part is optional. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Job } from '../platform/jobs/scheduler.ts';
import type { OnCallEnd } from './handler.ts';
import type { CspSources } from './security.ts';

export interface Feature {
  /** Adds routes that are not calls of the contract. */
  readonly addRoutes?: (server: FastifyInstance) => void | Promise<void>;
  /** OpenAPI path items of those routes. */
  readonly openApiPaths?: Readonly<Record<string, object>>;
  /**
   * Receives every request before fastify, for routes whose rate makes fastify's hooks too expensive.
   * @returns whether the feature answers the request
   */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Observes the end of every call of the contract, for counting. */
  readonly onCallEnd?: OnCallEnd;
  /** Adds the feature's metrics to `/metrics`. */
  readonly addMetrics?: (registry: Registry) => void;
  /** Fields for the answer of `/readyz`. */
  readonly state?: () => Readonly<Record<string, string>>;
  /** Further fields of that answer for whom they are meant; undefined: for others. */
  readonly detail?: (request: FastifyRequest) => Promise<object | undefined>;
  /** Third-party origins for the pages' Content-Security-Policy. */
  readonly cspSources?: CspSources;
  /** Called once the server listens, with its URL. */
  readonly listening?: (url: string) => Promise<void>;
  /** Periodic jobs for the scheduler. */
  readonly jobs?: readonly Job[];
  /** Waits for running work. Called once, before the features that this one depends on are closed. */
  readonly close?: () => Promise<void>;
}
