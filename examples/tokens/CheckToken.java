import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class CheckToken {
  static final String ISSUER = System.getenv().getOrDefault("ROLLCALL_ISSUER", "http://127.0.0.1:8080");
  /** The pid of your product: a token for another product, or for Rollcall alone, is refused. */
  static final String AUDIENCE = System.getenv().getOrDefault("ROLLCALL_PID", "my-school");

  /** Who it is. */
  public record Who(String account, String session, String pid) {}

  private static final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private static final Duration KEPT = Duration.ofHours(1);
  /** The least time between two requests for keys, however many unknown ones are named. */
  private static final Duration LEAST = Duration.ofSeconds(5);
  private static Map<String, PublicKey> keys = Map.of();
  private static Instant fetched = Instant.EPOCH;
  private static Instant tried = Instant.EPOCH;

  /**
   * @param authorization the request's header, or null
   * @throws GeneralSecurityException if the token is forged, of another issuer, or expired
   */
  public static Who check(String authorization) throws GeneralSecurityException {
    Matcher bearer = Pattern.compile("Bearer ([\\w-]{1,4096})\\.([\\w-]{1,4096})\\.([\\w-]{86})").matcher(authorization == null ? "" : authorization);
    if (!bearer.matches()) throw new GeneralSecurityException("There is no token.");
    String head = decoded(bearer.group(1));
    // We choose the algorithm: this line refuses a foreign token early, and the code below always checks Ed25519.
    if (!"EdDSA".equals(text(head, "alg"))) throw new GeneralSecurityException("The token is of another kind.");
    PublicKey key = key(text(head, "kid"));
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(key);
    signature.update((bearer.group(1) + "." + bearer.group(2)).getBytes(StandardCharsets.US_ASCII));
    if (!signature.verify(base64(bearer.group(3)))) throw new GeneralSecurityException("The signature is wrong.");
    // From here on it is Rollcall's own JSON: flat, and without escapes in the claims that are read.
    String claims = decoded(bearer.group(2));
    if (!ISSUER.equals(text(claims, "iss"))) throw new GeneralSecurityException("The issuer is another.");
    if (!AUDIENCE.equals(text(claims, "aud"))) throw new GeneralSecurityException("The token is for another product.");
    if (text(claims, "pid").isEmpty()) throw new GeneralSecurityException("The token is of another kind.");
    Matcher exp = Pattern.compile("\"exp\":(\\d{1,15})").matcher(claims);
    if (!exp.find() || Long.parseLong(exp.group(1)) <= Instant.now().getEpochSecond()) throw new GeneralSecurityException("The token is over.");
    return new Who(text(claims, "sub"), text(claims, "sid"), text(claims, "pid"));
  }

  private static synchronized PublicKey key(String kid) throws GeneralSecurityException {
    Instant now = Instant.now();
    boolean old = fetched.plus(KEPT).isBefore(now);
    if ((old || !keys.containsKey(kid)) && tried.plus(LEAST).isBefore(now)) {
      tried = now;
      try {
        HttpRequest request = HttpRequest.newBuilder(URI.create(ISSUER + "/.well-known/jwks.json")).timeout(Duration.ofSeconds(5)).build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() == 200) {
          keys = read(answer.body());
          fetched = now;
        }
      } catch (java.io.IOException error) {
        // Rollcall does not answer now: the cached keys stay in use.
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
    }
    PublicKey key = keys.get(kid);
    if (key == null) throw new GeneralSecurityException("The key is unknown.");
    return key;
  }

  /** The Ed25519 keys of a JWKS, by kid. */
  private static Map<String, PublicKey> read(String jwks) throws GeneralSecurityException {
    Map<String, PublicKey> found = new HashMap<>();
    Matcher each = Pattern.compile("\\{[^{}]*\\}").matcher(jwks);
    while (each.find()) {
      if (!"Ed25519".equals(text(each.group(), "crv"))) continue;
      // RFC 8410: what stands before the 32 bytes of an Ed25519 key.
      byte[] der = HexFormat.of().parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(base64(text(each.group(), "x"))));
      found.put(text(each.group(), "kid"), KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)));
    }
    return found;
  }

  private static byte[] base64(String text) throws GeneralSecurityException {
    try {
      return Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException error) {
      throw new GeneralSecurityException("That is no base64url.");
    }
  }

  private static String decoded(String part) throws GeneralSecurityException {
    return new String(base64(part), StandardCharsets.UTF_8);
  }

  /** The text of a name in flat JSON; empty where there is none. */
  private static String text(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\\s*\"([^\"\\\\]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.createContext("/me", exchange -> {
      int status = 200;
      String body;
      try {
        body = "{\"account\":\"" + check(exchange.getRequestHeaders().getFirst("Authorization")).account() + "\"}";
      } catch (GeneralSecurityException error) {
        status = 401;
        body = "{\"error\":\"Sign in first.\"}";
      }
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    });
    server.start();
  }
}
