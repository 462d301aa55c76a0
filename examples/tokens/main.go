package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

const (
	kept = time.Hour
	// The least time between two requests for keys, however many unknown ones are named.
	least = 5 * time.Second
)

var (
	issuer = setting("ROLLCALL_ISSUER", "http://127.0.0.1:8080")
	// The pid of your product: a token for another product, or for Rollcall alone, is refused.
	audience = setting("ROLLCALL_PID", "my-school")
	client   = http.Client{Timeout: 5 * time.Second}

	lock           sync.Mutex
	keys           = map[string]ed25519.PublicKey{}
	fetched, tried time.Time
)

type who struct {
	Account string `json:"account"`
	Session string `json:"session"`
	Pid     string `json:"pid"`
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// checkToken returns the person of the request's token; an error if the token is forged, of another issuer, or expired.
func checkToken(authorization string) (*who, error) {
	token := strings.TrimPrefix(authorization, "Bearer ")
	parts := strings.Split(token, ".")
	if token == authorization || len(token) > 8192 || len(parts) != 3 {
		return nil, errors.New("there is no token")
	}
	var head struct{ Alg, Kid string }
	if err := decode(parts[0], &head); err != nil {
		return nil, err
	}
	// We choose the algorithm: the code below always checks Ed25519.
	if head.Alg != "EdDSA" {
		return nil, errors.New("the token is of another kind")
	}
	key, known := keyOf(head.Kid)
	if !known {
		return nil, errors.New("the key is unknown")
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || !ed25519.Verify(key, []byte(parts[0]+"."+parts[1]), signature) {
		return nil, errors.New("the signature is wrong")
	}
	var claims struct {
		Iss, Aud, Sub, Sid, Pid string
		Exp                     int64
	}
	if err := decode(parts[1], &claims); err != nil {
		return nil, err
	}
	// An ID token has no pid.
	if claims.Iss != issuer || claims.Aud != audience || claims.Pid == "" {
		return nil, errors.New("the token is of or for another")
	}
	if claims.Exp <= time.Now().Unix() {
		return nil, errors.New("the token is over")
	}
	return &who{claims.Sub, claims.Sid, claims.Pid}, nil
}

func decode(part string, into any) error {
	text, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func keyOf(kid string) (ed25519.PublicKey, bool) {
	lock.Lock()
	defer lock.Unlock()
	key, known := keys[kid]
	if (!known || time.Since(fetched) > kept) && time.Since(tried) > least {
		tried = time.Now()
		// If Rollcall does not answer now, the cached keys stay in use.
		if found, err := fetchKeys(); err == nil {
			keys, fetched = found, tried
		}
		key, known = keys[kid]
	}
	return key, known
}

func fetchKeys() (map[string]ed25519.PublicKey, error) {
	answer, err := client.Get(issuer + "/.well-known/jwks.json")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, errors.New(answer.Status)
	}
	var set struct {
		Keys []struct{ Kid, Crv, X string }
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<16)).Decode(&set); err != nil {
		return nil, err
	}
	found := map[string]ed25519.PublicKey{}
	for _, each := range set.Keys {
		x, err := base64.RawURLEncoding.DecodeString(each.X)
		if err == nil && each.Crv == "Ed25519" && len(x) == ed25519.PublicKeySize {
			found[each.Kid] = x
		}
	}
	return found, nil
}

func main() {
	http.HandleFunc("/me", func(writer http.ResponseWriter, request *http.Request) {
		writer.Header().Set("Content-Type", "application/json")
		person, err := checkToken(request.Header.Get("Authorization"))
		if err != nil {
			writer.WriteHeader(http.StatusUnauthorized)
			io.WriteString(writer, `{"error":"Sign in first."}`)
			return
		}
		json.NewEncoder(writer).Encode(person)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+setting("PORT", "3000"), nil))
}
