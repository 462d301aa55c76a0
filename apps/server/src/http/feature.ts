/** What a feature hands to the app, beside its calls: everything that has to be added, run or closed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Job } from '../platform/scheduler.ts';
import type { CspSources } from './security.ts';

export interface Feature {
  /** Adds the routes that are no calls of the contract. */
  readonly addRoutes?: (server: FastifyInstance) => void | Promise<void>;
  /** What `/openapi.json` says of those routes, by path. */
  readonly openApiPaths?: Readonly<Record<string, object>>;
  /**
   * Sees every request before fastify does, for requests that are too many for its hooks.
   * @returns whether it answers the request
   */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Adds the feature's metrics to `/metrics`. */
  readonly addMetrics?: (registry: Registry) => void;
  /** What the feature says of itself in `/readyz`. */
  readonly state?: () => Readonly<Record<string, string>>;
  /** Origins of third parties that the pages load for this feature. */
  readonly cspSources?: CspSources;
  /** Called once the server listens, with its own URL. */
  readonly listening?: (url: string) => Promise<void>;
  /** Work that is done at intervals. */
  readonly jobs?: readonly Job[];
  /** Lets running work finish; called once, before the features that this one was given are closed. */
  readonly close?: () => Promise<void>;
}
