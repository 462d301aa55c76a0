/** Runs the simulators until a signal ends the process. */
import { ConfigError, readConfig } from './config.ts';
import { startSimulators } from './start.ts';

const run = async (): Promise<void> => {
  const simulators = await startSimulators({ config: readConfig(process.env) });
  console.log(`Simulators at ${simulators.url}/control`);
  const end = (): void => {
    simulators.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
};

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
